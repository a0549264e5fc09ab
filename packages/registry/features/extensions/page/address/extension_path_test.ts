import assert from "node:assert/strict";
import { normalizeType } from "@svc/core/type";
import { extensionPath } from "./extension_path.ts";
import { diffHref, extensionHref, rawHref, sourceHref, typeHref, versionHref } from "./links.ts";

const of = (rest: string) => extensionPath(`/extensions/${rest}`);

Deno.test("an extension's address may be written out or escaped whole", () => {
  const page = { name: "@a/b", part: "overview" };
  for (const path of ["@a/b", "%40a%2Fb", "%40a/b", "@a/b/"]) {
    assert.deepEqual(of(path), page);
  }
  assert.deepEqual(of("@a/b/c"), { name: "@a/b/c", part: "overview" });
});

Deno.test("badge and feed hang below the name", () => {
  assert.deepEqual(of("@a/b/badge.svg"), { name: "@a/b", part: "badge.svg" });
  assert.deepEqual(of("%40a%2Fb/versions.atom"), { name: "@a/b", part: "versions.atom" });
  assert.equal(of("@a/b/badge.svg/x"), undefined);
});

Deno.test("a tab keeps the whole address, as an extension may be called like a tab", () => {
  assert.deepEqual(of("@a/b/files"), { name: "@a/b", part: "files", whole: "@a/b/files" });
  assert.deepEqual(of("@a/files"), { name: "@a/files", part: "overview" });
});

Deno.test("a behavior type has an address below the extension or a version, whatever it is called", () => {
  const type = (rest: string, version?: string) => ({
    name: "@a/b",
    part: "type",
    version,
    type: rest,
  });
  assert.deepEqual(of("@a/b/types/@a/c/d"), type("@a/c/d"));
  assert.deepEqual(of("@a/b/2026.01.02.1/types/@a/c"), type("@a/c", "2026.01.02.1"));
  assert.deepEqual(of("@a/b/types"), { name: "@a/b/types", part: "overview" });
  assert.equal(of("@a/b/2026.01.02.1/files/types/@a/c.ts")?.part, "source");
  for (const name of ["@a/b", "@A/c/types/@a/d", "@a/50%/x y#?&", "@a::c", "@a/é"]) {
    for (const version of [undefined, "2026.01.02.1"]) {
      const href = typeHref("@a/b", name, version)!;
      const { pathname } = new URL(href, "http://registry.test");
      assert.deepEqual(extensionPath(pathname), type(normalizeType(name), version), name);
    }
  }
  assert.equal(typeHref("@a/b", "command/shell"), undefined);
});

Deno.test("every link leads to what it was made for, whatever the file is called", () => {
  const [name, version, from] = ["@a/b/c", "2026.01.02.1", "2026.01.01.1"];
  const read = (href: string) => extensionPath(new URL(href, "http://registry.test").pathname);
  assert.deepEqual(read(extensionHref(name)), { name, part: "overview" });
  assert.deepEqual(read(versionHref(name, version)), { name, part: "version", version });
  assert.deepEqual(read(sourceHref(name, version)), {
    ...{ name, part: "source", version },
    file: undefined,
  });
  assert.deepEqual(read(diffHref(name, version, from)), {
    ...{ name, part: "diff", version, from },
    file: undefined,
  });
  for (const file of ["models/a.ts", "a b/%2e%2e#c?d/é.md", "2026.01.01.1", "files", "..a"]) {
    assert.deepEqual(read(sourceHref(name, version, file)), {
      ...{ name, part: "source", version, file },
    });
    assert.deepEqual(read(rawHref(name, version, file)), { name, part: "raw", version, file });
    assert.deepEqual(read(diffHref(name, version, from, file)), {
      ...{ name, part: "diff", version, from, file },
    });
  }
});

Deno.test("no name, broken escapes and unknown parts are no extension's address", () => {
  for (
    const path of ["", "%E0%A4%A", "@a/b/2026.01.01.1/x", "@a/b/2026.01.01.1/raw"]
  ) {
    assert.equal(of(path), undefined, path);
  }
});
