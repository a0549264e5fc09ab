import assert from "node:assert/strict";
import { permissionGlance } from "./glance.ts";
import type { Permissions } from "./permission.ts";

const CASES: [Permissions | null, string][] = [
  [null, "permissions not declared"],
  [{}, "no permissions"],
  [{ net: [] }, "no permissions"],
  [{ net: ["a.example", "b.example"], run: ["git"] }, "network: 2 hosts · runs git · no files"],
  [
    { net: ["vault.lan", "private_network"] },
    "network: 1 host, also in the private network · no programs · no files",
  ],
  [{ net: ["*"] }, "network: any public host · no programs · no files"],
  [
    { net: ["a.example", "*"], run: ["git", "gh"] },
    "network: any public host · runs git and gh · no files",
  ],
  [{ run: ["a", "b", "c"], read: ["."] }, "no network · runs 3 programs · reads files"],
  [{ run: ["${globalArgs.tool}"] }, "no network · runs 1 program · no files"],
  [{ read: ["."], write: ["out"] }, "no network · no programs · reads and writes files"],
  [{ write: ["out"] }, "no network · no programs · writes files"],
  [{ env: ["TOKEN"] }, "no network · no programs · no files · reads 1 variable"],
  [
    { sys: ["hostname"], data: ["*"] },
    "no network · no programs · no files · " +
    "reads system information · reads data of other behaviors",
  ],
  [{ graft: ["@a/b"] }, "no network · no programs · no files · acts on 1 type of others"],
];

for (const [permissions, glance] of CASES) {
  Deno.test(`permissions at a glance: ${glance}`, () => {
    assert.equal(permissionGlance(permissions).join(" · "), glance);
  });
}

Deno.test("permissions at a glance show no control characters of a name", () => {
  const hostile = permissionGlance({ run: ["a\u202eb\u001b[31m"] }).join();
  assert.equal(hostile.includes("\u202e") || hostile.includes("\u001b"), false);
});
