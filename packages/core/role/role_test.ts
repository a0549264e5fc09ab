import assert from "node:assert/strict";
import { isRole, roleAtLeast, ROLES } from "./role.ts";

Deno.test("owner is above admin, admin above member (design §4)", () => {
  const table = {
    owner: ["member", "admin", "owner"],
    admin: ["member", "admin"],
    member: ["member"],
  } as const;
  for (const role of ROLES) {
    for (const required of ROLES) {
      const expected = (table[role] as readonly string[]).includes(required);
      assert.equal(roleAtLeast(role, required), expected, `${role} ${required}`);
    }
  }
});

Deno.test("only the three roles are roles", () => {
  for (const name of ["Owner", "none", "any", "token", "", "toString"]) {
    assert.equal(isRole(name), false);
  }
  assert.deepEqual(ROLES.filter(isRole), ["member", "admin", "owner"]);
});
