import { deepEqual, equal, throws } from "node:assert/strict";
import fc from "fast-check";
import { refusal } from "../../testing/refusal.ts";
import { parsedExpression } from "./evaluator.ts";
import { plainSecretName, quotedSecretNames, secretNamesIn } from "./vault_names.ts";

const namesOf = (expression: string) =>
  secretNamesIn(parsedExpression(quotedSecretNames(expression)))
    .map(({ vault, key }) => `${vault} ${key}`);

const NAMED: [expression: string, names: string[]][] = [
  ["vault.get('prod', 'API_KEY')", ["prod API_KEY"]],
  ['vault.get("prod", "api key")', ["prod api key"]],
  ["vault.get(my-vault, API_KEY)", ["my-vault API_KEY"]],
  ["vault . get ( my-vault , 2nd.key )", ["my-vault 2nd.key"]],
  ["'Bearer ' + vault.get(a, k1) + vault.get('b', k2)", ["a k1", "b k2"]],
  ["inputs.live ? vault.get(live, k) : vault.get(test, k)", ["live k", "test k"]],
  ["[vault.get(a, k)].map(x, x + '!')", ["a k"]],
  ["vault.get('a', ')')", ["a )"]],
  ["'vault.get(a, b)'", []],
  ["inputs.vault", []],
];
for (const [expression, names] of NAMED) {
  Deno.test(`${expression} takes ${names.length} secrets`, () => {
    deepEqual(namesOf(expression), names);
  });
}

const NOT_WRITTEN_OUT = [
  "vault.get('prod', inputs.key)",
  "vault.get(inputs.vault, 'key')",
  "vault.get('pr' + 'od', 'key')",
  "vault.get('prod')",
  "vault.get('prod', 'a', 'b')",
  "vault.get('prod', env.KEY)",
  "vault.list('prod')",
  "vault",
  "vault.prod",
  "(vault).get('prod', inputs.key)",
  "[vault][0].get('prod', inputs.key)",
  "cel.bind(v, vault, v.get('prod', inputs.key))",
  "[1].map(x, vault.get('prod', string(x)))",
  "vault.get('prod', data.latest('a', 'b').attributes.key)",
  "vault.get('prod', )",
  "vault.get(a b, c)",
];
for (const expression of NOT_WRITTEN_OUT) {
  Deno.test(`${expression} is refused: no input or data chooses a secret`, () => {
    throws(() => namesOf(expression), refusal("invalid_argument"));
    equal(plainSecretName(expression), undefined);
  });
}

Deno.test("the short way finds the same names as CEL, or none", () => {
  const name = fc.constantFrom("a", "my-vault", "inputs.x", "K_1", "with space", "");
  const quote = fc.constantFrom("", "'", '"');
  const space = fc.constantFrom("", " ", "\n");
  fc.assert(
    fc.property(name, quote, name, quote, space, (vault, q1, key, q2, gap) => {
      const expression =
        `${gap}vault${gap}.get(${q1}${vault}${q1}${gap},${gap}${q2}${key}${q2})${gap}`;
      const short = plainSecretName(expression);
      if (short === undefined) return;
      deepEqual(namesOf(expression), [`${short.vault} ${short.key}`]);
    }),
    { numRuns: 500 },
  );
  deepEqual(plainSecretName(" vault.get( 'my v' , K ) "), { vault: "my v", key: "K" });
});
