import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { repositoryAt } from "../../repository/repository.ts";
import { refusal } from "../../testing/refusal.ts";
import { evaluateDefinition } from "./evaluate.ts";

function evaluate(text: string, inputs: Record<string, unknown> = {}, signal?: AbortSignal) {
  return evaluateDefinition(repositoryAt("/nowhere"), {
    definition: {
      type: "a/b",
      id: "x",
      name: "x",
      version: 1,
      tags: {},
      globalArguments: { it: text },
      methods: {},
    },
    inputs,
    env: () => undefined,
    signal,
  });
}

const long = Array.from({ length: 400 }, () => "'xxxxxxxxxxxxxxxx'").join(" + ");
const deep = `${"[".repeat(300)}1${"]".repeat(300)}`;
const wide = `[${Array.from({ length: 2500 }, () => "1").join(",")}]`;
const TOO_MUCH: Record<string, string> = {
  length: `'${"x".repeat(10_001)}'`,
  depth: deep,
  parts: wide,
  parentheses: `${"(".repeat(3000)}1${")".repeat(3000)}`,
  "a sum of sums": long.repeat(2).slice(0, 10_500),
};
for (const [what, expression] of Object.entries(TOO_MUCH)) {
  Deno.test(`an expression of too much ${what} is refused before it is evaluated`, async () => {
    const { unresolved: [one], globalArguments } = await evaluate(`\${{ ${expression} }}`);
    match(one!.reason.message, /is not a valid expression|is longer than|does not end/);
    ok(String(globalArguments["it"]).startsWith("${{"));
  });
}

Deno.test("an expression that doubles its text again and again ends with its process", async () => {
  let nested = "inputs.a";
  for (let depth = 0; depth < 14; depth++) nested = `cel.bind(y, ${nested}, y+y+y+y+y+y+y+y)`;
  const { unresolved: [one] } = await evaluate(`\${{ size(${nested}) }}`, { a: "x".repeat(1000) });
  ok(one, "it gave something");
  match(one.reason.code, /memory_limit|timeout|internal|invalid_argument/);
});

Deno.test("a pattern that backtracks is ended with its process and holds nothing else up", async () => {
  const aborter = new AbortController();
  const running = evaluate(
    "${{ inputs.a.matches('^(a+)+$') }}",
    { a: `${"a".repeat(60)}!` },
    aborter.signal,
  );
  const stopped = rejects(running, refusal("cancelled"));
  // The event loop turns while the pattern is matched, or this would never be reached.
  deepEqual((await evaluate("${{ inputs.a + '!' }}", { a: "hi" })).globalArguments, { it: "hi!" });
  aborter.abort();
  await stopped;
});

Deno.test("keys of an object's prototype are not there", async () => {
  for (const key of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    for (
      const root of ["inputs", "self", "self.globalArguments", "self.tags", "env", "inputs.map"]
    ) {
      const { unresolved, globalArguments } = await evaluate(
        `\${{ ${root}['${key}'] }}`,
        { map: { a: 1 } },
      );
      equal(unresolved.length, 1, `${root}.${key} gave ${JSON.stringify(globalArguments)}`);
    }
  }
});

Deno.test("an expression asks for a bounded number of things", async () => {
  const names = Array.from({ length: 250 }, (_, index) => `'${index}' in inputs`).join(" || ");
  const { unresolved: [one] } = await evaluate(`\${{ ${names} }}`);
  match(one!.reason.message, /needs more than 200 look-ups/);
});
