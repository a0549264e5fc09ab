import assert from "node:assert/strict";
import { compareReleases, isRelease, VERSION } from "./version.ts";

Deno.test("a release is a year, a month and a day, written as npm takes it", () => {
  for (const text of [VERSION, "2026.1.2", "2027.12.31"]) assert.ok(isRelease(text), text);
  for (
    const text of ["", "2026.11", "2026.11.21.1", "2026.01.2", "v2026.1.2", "2026.1.2\n", "1.2.3"]
  ) assert.ok(!isRelease(text), JSON.stringify(text));
});

Deno.test("releases are compared part by part, as numbers", () => {
  const ordered = ["2026.2.28", "2026.11.9", "2026.11.21", "2027.1.1"];
  for (const [at, one] of ordered.entries()) {
    for (const [other, two] of ordered.entries()) {
      assert.equal(Math.sign(compareReleases(one, two)), Math.sign(at - other), `${one} ${two}`);
    }
  }
});
