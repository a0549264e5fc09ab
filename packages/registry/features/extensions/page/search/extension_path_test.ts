import assert from "node:assert/strict";
import { extensionPath } from "./extension_path.ts";

Deno.test("an extension's address may be written out or escaped whole", () => {
  const page = { name: "@a/b", part: "page" };
  for (const path of ["@a/b", "%40a%2Fb", "%40a/b", "@a/b/"]) {
    assert.deepEqual(extensionPath(`/extensions/${path}`), page);
  }
  assert.deepEqual(extensionPath("/extensions/@a/b/c"), { name: "@a/b/c", part: "page" });
});

Deno.test("badge and feed hang below the name", () => {
  assert.deepEqual(extensionPath("/extensions/@a/b/badge.svg"), {
    name: "@a/b",
    part: "badge.svg",
  });
  assert.deepEqual(extensionPath("/extensions/%40a%2Fb/versions.atom"), {
    name: "@a/b",
    part: "versions.atom",
  });
});

Deno.test("no name and broken escapes are no extension's address", () => {
  assert.equal(extensionPath("/extensions/"), undefined);
  assert.equal(extensionPath("/extensions/%E0%A4%A"), undefined);
});
