import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { parseExpression } from "./expression.ts";

function reads(text: string): number | undefined {
  return parseExpression(text, "predicate").reads;
}

const LINEAR = [
  "true",
  'modelName == "insight" && attributes.stars > 10',
  'name in ["log", "other"] || !isLatest',
  "has(attributes.text) ? size(content) == 3 : attributes.?count.orValue(0) == 0",
  'specName.startsWith("a") && contentType.endsWith("json")',
  'attributes["a"]["b"][0] * 2 - 1 >= -4',
  '{"of": modelName, "half": [attributes.count / 2]}',
];
for (const text of LINEAR) {
  Deno.test(`${text} reads what it names once for each of its parts`, () => {
    const count = reads(text)!;
    ok(count > 0 && count <= text.length, String(count));
  });
}

const COSTLY = [
  "attributes.list.all(x, x > 1)",
  "attributes.list.exists(x, x == 2)",
  "[1, 2].map(x, x * 2).size() == 2",
  "[1, 2].filter(x, x > 1) == [2]",
  "[1].exists_one(x, x == 1)",
  'name.matches("^(a+)+$")',
  "name.contains(modelName)",
  "content + content == content",
  "attributes.item in attributes.list",
  'name in attributes.list && modelName == "x"',
  'name.split("") == []',
  'timestamp(createdAt) > timestamp("2026-01-01T00:00:00Z")',
];
for (const text of COSTLY) {
  Deno.test(`${text} is left to a process that can be killed`, () => {
    equal(reads(text), undefined);
    equal(reads(`true || (${text}) == (${text})`), undefined);
    equal(reads(`has(attributes.x) ? [(${text})] : [{"a": isLatest}["a"]]`), undefined);
  });
}

Deno.test("an expression with a costly part anywhere is costly, and one without is not", () => {
  const { tree: expression } = fc.letrec<{ tree: { text: string; costly: boolean } }>((tie) => {
    const leaf = (costly: boolean, ...texts: string[]) =>
      fc.constantFrom(...texts).map((text) => ({ text, costly }));
    const sub = tie("tree");
    const two = fc.tuple(sub, sub, fc.constantFrom("&&", "||", "==")).map(([a, b, operator]) => ({
      text: `((${a.text}) ${operator} (${b.text}))`,
      costly: a.costly || b.costly,
    }));
    const one = sub.map(({ text, costly }) => ({ text: `!(${text})`, costly }));
    const choice = fc.tuple(sub, sub, sub).map(([a, b, c]) => ({
      text: `((${a.text}) ? (${b.text}) : (${c.text}))`,
      costly: a.costly || b.costly || c.costly,
    }));
    return {
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf(false, "isLatest", 'name == "a"', "size > 3", "has(attributes.a)"),
        leaf(true, 'name.matches("a+")', "[1].all(x, x == 1)", 'name.contains("a")'),
        two,
        one,
        choice,
      ),
    };
  });
  fc.assert(fc.property(expression, ({ text, costly }) => {
    equal(reads(text) === undefined, costly, text);
  }));
});
