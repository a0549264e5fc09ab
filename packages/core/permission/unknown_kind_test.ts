import { deepEqual, equal, match } from "node:assert/strict";
import { covers, uncovered } from "./covers.ts";
import { permissionProblem } from "./entry.ts";
import { permissionGlance } from "./glance.ts";
import { asGrants, asPermissions, together } from "./grants.ts";
import { type PermissionKind, permissionLines, type Permissions } from "./permission.ts";
import { describePermissions } from "./describe.ts";

/** As a later release may have stored it, or another hand: this one knows no such kinds. */
const stored = (text: string): Permissions => JSON.parse(text);
const LATER = stored(`{"gpu":["all"],"net":["a.example"]}`);

Deno.test("permissions of an unknown kind are shown as that, never as no permissions", () => {
  const glance = "unknown permission kind gpu";
  equal(permissionGlance(stored(`{"gpu":["all"]}`)).at(-1), glance);
  deepEqual(permissionGlance(LATER), ["network: 1 host", "no programs", "no files", glance]);
  deepEqual(describePermissions(LATER), ["net a.example", "gpu all (unknown permission kind)"]);
  deepEqual(permissionLines(LATER), ["net a.example", "gpu all"]);
  for (const kind of ["constructor", "__proto__", "toString", "n\\u202eet"]) {
    const said = permissionGlance(stored(`{"${kind}":["x"]}`)).join();
    match(said, /unknown permission kind/, kind);
    equal(said.includes("\u202e"), false);
  }
});

Deno.test("permissions of an unknown kind can be granted by nobody, and are counted and compared", () => {
  match(permissionProblem("gpu" as PermissionKind, "all")!, /^must be of a permission kind that/);
  deepEqual(asPermissions(asGrants(LATER)), LATER);
  deepEqual(together(LATER, { run: ["git"] }), { ...LATER, run: ["git"] });
  deepEqual(uncovered({ net: ["*"] }, LATER), stored(`{"gpu":["all"]}`));
  equal(covers({ data: ["*"] }, asGrants(LATER)[1]!), false);
});
