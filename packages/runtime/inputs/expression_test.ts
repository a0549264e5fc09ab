import { deepEqual, throws } from "node:assert/strict";
import { refusal } from "../testing/refusal.ts";
import { evaluateExpressions } from "./expression.ts";

const env = (name: string) => ({ TOKEN: "s3cret", EMPTY: "" })[name];

Deno.test("a variable is put into texts at any depth, and is a secret of the run", () => {
  const given = {
    whole: "${{ env.TOKEN }}",
    part: "Bearer ${{env.TOKEN}} ${{ env.EMPTY }}!",
    deep: [{ list: ["${{ env.TOKEN }}"] }],
    plain: "$TOKEN ${TOKEN} {{ env.TOKEN }}",
    number: 3,
    nothing: null,
  };
  const before = structuredClone(given);
  const { value, secrets } = evaluateExpressions(given, env);
  deepEqual(value, {
    whole: "s3cret",
    part: "Bearer s3cret !",
    deep: [{ list: ["s3cret"] }],
    plain: "$TOKEN ${TOKEN} {{ env.TOKEN }}",
    number: 3,
    nothing: null,
  });
  deepEqual(secrets, ["s3cret", "s3cret", "", "s3cret"]);
  deepEqual(given, before);
});

Deno.test("what a variable holds is not evaluated again", () => {
  const { value } = evaluateExpressions("${{ env.A }}", () => "${{ env.B }} $&");
  deepEqual(value, "${{ env.B }} $&");
});

const REFUSED: [text: string, code: string, message: RegExp][] = [
  ["${{ env.ABSENT }}", "invalid_argument", /a\.b\[0\]: .*ABSENT.* is not set/],
  ["${{ vault.get('v', 'k') }}", "vault_required", /a\.b\[0\]: .* svc has no vaults yet/],
  ["${{ inputs.x }}", "invalid_argument", /not supported/],
  ["${{ env.TOKEN + 'x' }}", "invalid_argument", /not supported/],
  ["${{ }}", "invalid_argument", /not supported/],
];
for (const [text, code, message] of REFUSED) {
  Deno.test(`${text} is refused with its place`, () => {
    throws(
      () => evaluateExpressions({ a: { b: [text] } }, env),
      refusal(code as "usage", message),
    );
  });
}
