import { deepEqual } from "node:assert/strict";
import { parseContents } from "./contents.ts";

for (
  const [what, stored, asked] of [
    ["of an earlier release", { extensions: [{ type: "@Other::Tool" }] }, ["@other/tool"]],
    ["without additions", { permissions: { graft: ["@other/tool"] } }, undefined],
    ["with additions to its own collective", { extensions: [{ type: "@acme/tool" }] }, undefined],
  ] as const
) {
  Deno.test(`what a stored version asks for names its grafts: one ${what}`, () => {
    const text = JSON.stringify({ models: [], permissions: {}, ...stored });
    deepEqual(parseContents(text, "@acme/x").permissions.graft, asked);
  });
}
