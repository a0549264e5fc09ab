import { SAMPLE_VERSIONS } from "../../../testing/web/sample.ts";
import { versionFeed } from "./public_files.ts";
import assert from "node:assert/strict";

Deno.test("a feed has what RFC 4287 asks for, newest first", () => {
  const xml = versionFeed({
    name: "@acme/repo-insight",
    baseUrl: "https://registry.example",
    updatedAt: "2026-11-01T00:00:00.000Z",
    versions: SAMPLE_VERSIONS,
  });
  assert.equal(xml.match(/<entry>/g)?.length, 3);
  assert.match(xml, /<updated>2026-11-21T08:00:00\.000Z<\/updated><author>/);
  assert.match(
    xml,
    /<id>https:\/\/registry\.example\/extensions\/@acme\/repo-insight#2026\.11\.21\.1<\/id>/,
  );
  assert.match(xml, /<title>2026\.11\.21\.1 \(beta\)<\/title><link href="[^"]*\/2026\.11\.21\.1"/);
});

Deno.test("a feed without versions carries the extension's own time", () => {
  const xml = versionFeed({
    name: "@a/b",
    baseUrl: "https://r",
    updatedAt: "2026-11-01T00:00:00.000Z",
    versions: [],
  });
  assert.match(xml, /<updated>2026-11-01T00:00:00\.000Z<\/updated>/);
});
