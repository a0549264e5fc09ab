import assert from "node:assert/strict";
import { parseContents } from "./contents.ts";

const DESCRIPTOR = {
  descriptorVersion: 1,
  models: [],
  reports: [],
  vaults: [],
  datastores: [],
  permissions: {},
};
const CARRIED = { extensions: [], workflows: [], drivers: [], skills: [], unread: [] };
const CONTENTS = { ...DESCRIPTOR, ...CARRIED, described: "evaluated" };

const graft = (type: string) => ({ file: "a.ts", type, dataOutputSpecs: [], methods: [] });
const read = (stored: unknown) => parseContents(JSON.stringify(stored), "@acme/x");

for (
  const [what, stored, asked] of [
    ["of an earlier release", { extensions: [graft("@Other::Tool")] }, ["@other/tool"]],
    ["without additions", { permissions: { graft: ["@other/tool"] } }, undefined],
    ["with additions to its own collective", { extensions: [graft("@acme/tool")] }, undefined],
  ] as const
) {
  Deno.test(`what a stored version asks for names its grafts: one ${what}`, () => {
    assert.deepEqual(read({ ...CONTENTS, ...stored }).permissions.graft, asked);
  });
}

Deno.test("what the first release stored is the descriptor alone: it was evaluated, grafts and all", () => {
  assert.deepEqual(read(DESCRIPTOR), CONTENTS);
  const { extensions, permissions } = read({ ...DESCRIPTOR, grafts: [graft("@other/tool")] });
  assert.deepEqual(extensions, [graft("@other/tool")]);
  assert.deepEqual(permissions, { graft: ["@other/tool"] });
});

Deno.test("permissions of a kind that only a newer release knows are kept as they are stored", () => {
  const permissions = { flight: ["*"] };
  assert.deepEqual(read({ ...CONTENTS, permissions }).permissions, permissions);
});

Deno.test("contents without a member, damaged or of a newer release are not known, nor what they ask for", () => {
  const asking = { ...CONTENTS, permissions: { net: ["api.example.com"] } };
  const damaged = Object.keys(asking).map((name) =>
    JSON.stringify({ ...asking, [name]: undefined })
  );
  const newer = JSON.stringify({ ...asking, descriptorVersion: 2 });
  for (const stored of [...damaged, newer, "", "null", "{}"]) {
    const { described, unread, permissions } = parseContents(stored, "@acme/x");
    assert.deepEqual([described, permissions], ["source-text", {}], stored);
    assert.match(unread[0]!.problem, /damaged, or was stored by a newer release/);
  }
});
