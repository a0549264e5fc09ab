import assert from "node:assert/strict";
import { deprecateOne } from "../../bin/catalogue/deprecate.ts";
import type { Answer } from "../../bin/catalogue/svc.ts";

const DEPRECATION = { reason: "Old. See https://example.com/move", supersededBy: "@svc/new" };
const ENTRY = { name: "@svc/old", deprecation: DEPRECATION };

/** What the registry has of each extension, by name. */
type Records = Record<string, Partial<Record<string, unknown>>>;

/** A client whose registry holds these records; it notes what was changed. */
function clientOf(records: Records, refuses: string[] = []) {
  const changes: string[][] = [];
  const run = (args: readonly string[]): Promise<Answer> => {
    const [, command, name] = args;
    const record = records[name!];
    if (command !== "info") changes.push([...args]);
    if (record === undefined || refuses.includes(command!)) {
      return Promise.resolve({ ok: false, value: {}, problem: `${command} ${name} is refused` });
    }
    return Promise.resolve({ ok: true, value: record, problem: "" });
  };
  return { run, changes };
}

const deprecated = {
  deprecatedAt: "2026-11-22T00:00:00.000Z",
  deprecationReason: DEPRECATION.reason,
  supersededBy: DEPRECATION.supersededBy,
};
const live = { deprecatedAt: null, deprecationReason: null, supersededBy: null };
const DEPRECATE = [
  "extension",
  "deprecate",
  "@svc/old",
  "--reason",
  DEPRECATION.reason,
  "--superseded-by",
  "@svc/new",
  "--yes",
];

Deno.test("an extension that is not deprecated is left alone, without a word", async () => {
  const { run, changes } = clientOf({});
  const done = await deprecateOne({ name: "@svc/new", deprecation: null }, run);
  assert.deepEqual([done, changes], [{ ok: true, text: "" }, []]);
});

Deno.test("a published one is deprecated with its reason and successor, once", async () => {
  const { run, changes } = clientOf({ "@svc/old": live, "@svc/new": live });
  assert.deepEqual(await deprecateOne(ENTRY, run), { ok: true, text: "deprecated" });
  assert.deepEqual(changes, [DEPRECATE]);

  const again = clientOf({ "@svc/old": deprecated, "@svc/new": live });
  assert.deepEqual(await deprecateOne(ENTRY, again.run), {
    ok: true,
    text: "was deprecated already",
  });
  assert.deepEqual(again.changes, []);
});

Deno.test("one that names another reason or successor is deprecated again", async () => {
  for (const other of [{ deprecationReason: "Slow." }, { supersededBy: "@svc/newer" }]) {
    const { run, changes } = clientOf({
      "@svc/old": { ...deprecated, ...other },
      "@svc/new": live,
    });
    assert.deepEqual(await deprecateOne(ENTRY, run), { ok: true, text: "deprecated" });
    assert.deepEqual(changes, [["extension", "undeprecate", "@svc/old", "--yes"], DEPRECATE]);
  }
});

Deno.test("nothing is deprecated in favour of an extension that nobody can pull", async () => {
  const { run, changes } = clientOf({ "@svc/old": live });
  const { ok, text } = await deprecateOne(ENTRY, run);
  assert.equal(ok, false);
  assert.match(text, /^not deprecated: its successor cannot be read: info @svc\/new is refused$/);
  assert.deepEqual(changes, []);
});

Deno.test("a refusal is told in its words", async () => {
  const records = { "@svc/old": { ...deprecated, supersededBy: null }, "@svc/new": live };
  for (const step of ["undeprecate", "deprecate"]) {
    const { ok, text } = await deprecateOne(ENTRY, clientOf(records, [step]).run);
    assert.deepEqual([ok, text], [false, `not deprecated: ${step} @svc/old is refused`]);
  }
});
