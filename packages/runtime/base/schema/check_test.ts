import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { mayTakeLong, schemaChecker } from "./check.ts";

const CATASTROPHE = "^(a+)+$";
const SLOW = `${"a".repeat(60)}!`;
/** Longer than any busy machine takes. */
const LONG = { timeLimitMs: 3_600_000 };
const text = (pattern: string) => ({
  type: "object",
  properties: { name: { type: "string", pattern } },
});

Deno.test("an ordinary pattern passes what fits and names what does not", async () => {
  await using checker = schemaChecker(LONG);
  deepEqual(await checker.problems(text("^a+$"), { name: "aaa" }), []);
  const [problem, ...others] = await checker.problems(text("^a+$"), { name: "abc" });
  equal(problem?.path, "name");
  match(problem!.message, /pattern/);
  deepEqual(others, []);
});

Deno.test("a pattern that backtracks without end is given up and named, and the next check works", async () => {
  // The next one has as long, which a busy machine may need.
  await using checker = schemaChecker({ timeLimitMs: 6000 });
  deepEqual(await checker.problems(text(CATASTROPHE), { name: SLOW }), [{
    path: "name",
    message: "could not be checked within 6 s; its schema has the pattern /^(a+)+$/",
  }]);
  deepEqual(await checker.problems(text(CATASTROPHE), { name: "aa" }), []);
});

Deno.test("a check that a signal ends is not a verdict", async () => {
  await using checker = schemaChecker(LONG);
  const abort = new AbortController();
  const checking = checker.problems(text(CATASTROPHE), { name: SLOW }, abort.signal);
  abort.abort();
  await rejects(checking, refusal("cancelled"));
});

Deno.test("keys are held to patternProperties in the process too", async () => {
  await using checker = schemaChecker({ timeLimitMs: 200 });
  const schema = { type: "object", patternProperties: { [CATASTROPHE]: { type: "number" } } };
  const [problem] = await checker.problems(schema, { [SLOW]: 1 });
  match(problem!.message, /within 0\.2 s; its schema has the pattern \/\^\(a\+\)\+\$\/$/);
});

Deno.test("references that double at each step are given up", async () => {
  await using checker = schemaChecker({ timeLimitMs: 200 });
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, step): [string, unknown] => {
      const $ref = `#/$defs/d${step + 1}`;
      return [`d${step}`, { allOf: [{ $ref }, { $ref }] }];
    }),
  );
  const schema = { $ref: "#/$defs/d0", $defs: { ...$defs, d40: { type: "object" } } };
  deepEqual(await checker.problems(schema, {}), [{
    path: "",
    message: "could not be checked within 0.2 s",
  }]);
});

Deno.test("a pattern that is not a regular expression refuses every value", async () => {
  await using checker = schemaChecker(LONG);
  const [problem] = await checker.problems(text("("), { name: "a" });
  match(problem!.message, /could not be checked: Invalid regular expression/);
});

Deno.test("checks asked for at once are each answered with their own", async () => {
  await using checker = schemaChecker(LONG);
  const answers = await Promise.all(
    ["a", "b", "a", "b"].map((name) => checker.problems(text("^a$"), { name })),
  );
  deepEqual(answers.map((problems) => problems.length), [0, 1, 0, 1]);
});

Deno.test("what cannot take long is checked at once, in the time that no process starts in", async () => {
  await using checker = schemaChecker({ timeLimitMs: 1 });
  deepEqual(await checker.problems({ type: "string" }, "x"), []);
});

Deno.test("of several patterns the first three are named, with their places, each cut short", async () => {
  await using checker = schemaChecker({ timeLimitMs: 200 });
  const names = ["a", "b", "c", "d"];
  const schema = {
    properties: {
      name: { type: "string", pattern: CATASTROPHE },
      in: {
        properties: Object.fromEntries(names.map((name) => [name, { pattern: name.repeat(90) }])),
      },
    },
  };
  const [problem] = await checker.problems(schema, { name: SLOW });
  deepEqual(problem, {
    path: "",
    message: "could not be checked within 0.2 s; its schema has the pattern /^(a+)+$/ (name), " +
      `/${"a".repeat(80)}/ (in.a), /${"b".repeat(80)}/ (in.b), …`,
  });
});

Deno.test("formats that are read in one pass cost no process, all others do", () => {
  for (const format of ["date", "time", "date-time", "duration", "uuid", "ipv4"]) {
    equal(mayTakeLong({ format }), false, format);
  }
  for (const format of ["email", "uri", "regex", "ipv6", "hostname", "unheard-of"]) {
    equal(mayTakeLong({ format }), true, format);
  }
});

Deno.test("only what may take long goes to a process, wherever it stands", () => {
  const plain = {
    type: "object",
    properties: { at: { type: "string", format: "date-time" }, tags: { items: { enum: ["a"] } } },
    anyOf: [{ required: ["at"] }],
  };
  equal(mayTakeLong(plain), false);
  for (
    const costly of [
      { pattern: "a" },
      { pattern: ["a"] },
      { patternProperties: {} },
      { format: "uri" },
      { $ref: "#" },
      { uniqueItems: true },
    ]
  ) {
    equal(mayTakeLong({ ...plain, additionalProperties: { anyOf: [{ items: costly }] } }), true);
  }
});
