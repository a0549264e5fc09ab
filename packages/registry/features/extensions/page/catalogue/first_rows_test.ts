import assert from "node:assert/strict";
import { SAMPLE_CONTENTS } from "../../../../testing/web/sample.ts";
import { firstRows } from "./first_rows.ts";

/** A descriptor with one type of `methods` methods, each with `each` arguments. */
function descriptor(methods: number, each: number) {
  const made = structuredClone(SAMPLE_CONTENTS);
  made.models[0]!.methods = Array.from({ length: methods }, (_, index) => ({
    name: `m${index}`,
    description: "",
    arguments: {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: each }, (_, place) => [`a${place}`, { type: "string" }]),
      ),
      required: ["a0"],
    },
  }));
  return made;
}

Deno.test("a descriptor of a usual size is shown whole", () => {
  assert.deepEqual(firstRows(SAMPLE_CONTENTS), { contents: SAMPLE_CONTENTS, hidden: 0 });
});

Deno.test("of a huge descriptor the first rows are shown, and the others counted", () => {
  const { models, reports } = SAMPLE_CONTENTS;
  const globals = Object.keys(models[0]!.globalArguments!.properties as object).length;
  const around = 1 + globals + models[0]!.dataOutputSpecs.length;
  const whole = around + 50 + 50 * 700 + reports.length;
  const { contents: shown, hidden } = firstRows(descriptor(50, 700), 2_000);
  const methods = shown.models[0]!.methods;
  const rows = methods.map((method) => Object.keys(method.arguments.properties as object).length);
  assert.equal(methods.length, 50);
  assert.deepEqual(rows.slice(0, 4), [700, 700, 2_000 - around - 50 - 1_400, 0]);
  assert.deepEqual(shown.reports, []);
  assert.equal(hidden, whole - 2_000);
});
