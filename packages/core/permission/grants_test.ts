import { deepEqual } from "node:assert/strict";
import { asGrants, asPermissions, together } from "./grants.ts";

Deno.test("single grants and permissions say the same, in the order of the kinds", () => {
  const grants = [
    { kind: "net", entry: "a.example" },
    { kind: "net", entry: "a.exampl" },
    { kind: "run", entry: "git" },
  ] as const;
  const permissions = { net: ["a.example", "a.exampl"], run: ["git"] };
  deepEqual(asPermissions(grants), permissions);
  deepEqual(asPermissions(grants.toReversed()), { net: ["a.exampl", "a.example"], run: ["git"] });
  deepEqual(asGrants(permissions), grants);
});

Deno.test("together has each entry once, and no kind without an entry", () => {
  deepEqual(together({ net: ["a.example"], env: [] }, { net: ["a.example", "b.example"] }, {}), {
    net: ["a.example", "b.example"],
  });
});
