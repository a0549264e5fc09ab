import assert from "node:assert/strict";
import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS, type NotificationKindRow } from "./kind.ts";

const rows = Object.entries(NOTIFICATION_KINDS) as [string, NotificationKindRow][];

Deno.test("a kind names a thing and what happened to it", () => {
  for (const name of NOTIFICATION_KIND_NAMES) assert.match(name, /^[a-z]+_[a-z]+$/);
  assert.deepEqual(NOTIFICATION_KIND_NAMES, rows.map(([name]) => name));
});

Deno.test("what an intruder would do with a stolen login is told to its owner too", () => {
  const told = rows.filter(([, row]) => row.actor).map(([name]) => name);
  assert.deepEqual(told.sort(), [
    "approval_lowered",
    "extension_transferred",
    "plan_changed",
    "publisher_added",
    "publisher_removed",
    "role_changed",
    "token_created",
    "token_deleted",
    "token_expiring",
    "token_revoked",
  ]);
});

Deno.test("tokens, publishers, members, settings and the plan are the admins' business alone", () => {
  for (const [name, { audience }] of rows) {
    if (/^(?:token|publisher|member|role|plan)_|^collective_updated$/.test(name)) {
      assert.equal(audience, "admins", name);
    }
  }
});

Deno.test("whoever is invited, removed or given another role hears of it", () => {
  const told = rows.filter(([, row]) => row.person).map(([name]) => name);
  assert.deepEqual(told.sort(), ["member_invited", "member_removed", "role_changed"]);
});

Deno.test("whatever can be done to an extension can be undone, and both are told alike", () => {
  const extension = rows.filter(([name]) =>
    /^(?:extension|version)_(?:un)?(?:yank|deprec)/.test(name)
  );
  assert.equal(extension.length, 6);
  for (const [name, row] of extension) {
    const [thing, what] = name.split("_") as [string, string];
    const other = what.startsWith("un") ? what.slice(2) : `un${what}`;
    assert.deepEqual(Object.fromEntries(extension)[`${thing}_${other}`], row, name);
  }
});
