import { equal } from "node:assert/strict";
import fc from "fast-check";
import { newExpression } from "./expression_guard.ts";

const OLD = { token: "${{ env.TOKEN }}", url: "https://${{ inputs.host }}/x", plain: "text" };

const KEPT: unknown[] = [
  {},
  OLD,
  { renamed: "${{ env.TOKEN }}" },
  { nested: [{ deep: "Bearer ${{ env.TOKEN }}" }] },
  { both: "${{ env.TOKEN }}${{ inputs.host }}" },
  { text: "$ {{ env.OTHER }} {{ x }} $" },
];
for (const after of KEPT) {
  Deno.test(`no new expression is in ${JSON.stringify(after)}`, () => {
    equal(newExpression(OLD, after), undefined);
  });
}

const ADDED: unknown[] = [
  "${{ env.OTHER }}",
  "${{env.TOKEN}}",
  "${{ env.TOKEN + env.OTHER }}",
  "${{ env.OTHER ${{ env.TOKEN }} }}",
  "${{ env.OTHER",
  "${{ env.TOKEN }}${{ env.OTHER }}",
  { "${{ env.OTHER }}": 1 },
  [[{ deep: "x ${{ vault.get('a', 'b') }}" }]],
];
for (const after of ADDED) {
  Deno.test(`an expression is added by ${JSON.stringify(after)}`, () => {
    equal(typeof newExpression(OLD, { after }), "string");
  });
}

Deno.test("however parts of expressions are put together, what would be evaluated was there before", () => {
  const part = fc.constantFrom("$", "{{", "}}", " env.A ", " env.B ", "${{ env.A }}");
  fc.assert(fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
    const text = parts.join("");
    if (newExpression("${{ env.A }}", text) !== undefined) return;
    for (const [found] of text.matchAll(/\$\{\{[\s\S]*?\}\}/g)) equal(found, "${{ env.A }}");
  }));
});
