import assert from "node:assert/strict";
import { LIMITS } from "../limit/limits.ts";
import { assertFlat, assertModestJson } from "./nesting.ts";

const { levels } = LIMITS.json;
const DEEP = { code: "nested_too_deeply" };

const lists = (count: number) => "[".repeat(count) + "]".repeat(count);
const objects = (count: number) => '{"a":'.repeat(count) + "1" + "}".repeat(count);

Deno.test("as many levels as the limit says pass, one more does not, as text and as value", () => {
  for (const nested of [lists, objects]) {
    assertModestJson(nested(levels));
    assertFlat(JSON.parse(nested(levels)));
    for (const count of [levels + 1, 3_000, 200_000]) {
      assert.throws(() => assertModestJson(nested(count)), DEEP);
    }
    for (const count of [levels + 1, 3_000]) {
      assert.throws(() => assertFlat(JSON.parse(nested(count))), DEEP);
    }
  }
});

Deno.test("what stands in a text is no level, whatever it escapes", () => {
  const text = JSON.stringify({ [lists(levels)]: `"${"[".repeat(3_000)}\\"${"{".repeat(3_000)}` });
  assertModestJson(text);
  assert.throws(() => assertModestJson(`{"]]]":${lists(levels)}}`), DEEP);
});

Deno.test("levels are counted one within the other, not beside each other", () => {
  assertModestJson(`[${Array(10_000).fill("[[]]").join()}]`);
  assertFlat(Array(10_000).fill([[]]));
});

Deno.test("a value that holds itself is too deep, and one in many places is walked through once", () => {
  const endless: unknown[] = [];
  endless.push(endless);
  assert.throws(() => assertFlat(endless), DEEP);
  let doubled: unknown = [];
  for (let level = 1; level < levels; level++) doubled = [doubled, doubled];
  assertFlat(doubled);
  assert.throws(() => assertFlat([doubled]), DEEP);
});

Deno.test("values are counted where a limit is given", () => {
  const refused = { code: "body_too_large" };
  assertModestJson("[1,2,3]", { values: 4 });
  assert.throws(() => assertModestJson("[1,2,3,4]", { values: 4 }), refused);
  assert.throws(() => assertModestJson('{"a":1,"b":{},"c":[]}', { values: 4 }), refused);
  assertModestJson('"a,b,c,d,e,[{"', { values: 1 });
});
