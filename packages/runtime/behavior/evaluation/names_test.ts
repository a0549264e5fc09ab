import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { indexedNames, neededInputs } from "./names.ts";
import { parseStep } from "./step.ts";

const known = new Set(["my-input", "my-input-2", "my-arg"]);
const INDEXED: [text: string, becomes: string][] = [
  [
    "model.my-vpc.resource.a-b.c-1.attributes.x-1",
    'model["my-vpc"].resource["a-b"]["c-1"].attributes.x-1',
  ],
  ["model.vpc.definition.name", "model.vpc.definition.name"],
  ["model.?my-vpc.?file.a", 'model[?"my-vpc"].?file.a'],
  ["1 - model.a-b.definition.version - 1", '1 - model["a-b"].definition.version - 1'],
  ["inputs.my-input + inputs.my-input-2", 'inputs["my-input"] + inputs["my-input-2"]'],
  ["inputs.my-input-3", 'inputs["my-input"]-3'],
  ["inputs.a-inputs.b", "inputs.a-inputs.b"],
  ["self.globalArguments.my-arg.x-y", 'self.globalArguments["my-arg"].x-y'],
  ['"model.my-vpc" + x.model.a-b', '"model.my-vpc" + x.model.a-b'],
  ["'it\\'s model.my-vpc'", "'it\\'s model.my-vpc'"],
];
for (const [text, becomes] of INDEXED) {
  Deno.test(`${text} is read as ${becomes}`, () => equal(indexedNames(text, known), becomes));
}

Deno.test("a behavior of any name with hyphens is found without quotes, and nothing else changes", () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,4}(-[a-z0-9_]{1,4}){0,3}$/);
  fc.assert(fc.property(name, name, name, fc.string(), (behavior, spec, item, words) => {
    const literal = JSON.stringify(words);
    const text = `model.${behavior}.resource.${spec}.${item}.attributes.a - 1 == ${literal}.size()`;
    const indexed = indexedNames(text);
    const quoted = [behavior, spec, item].map((part) =>
      part.includes("-") ? `["${part}"]` : `.${part}`
    );
    equal(
      indexed,
      `model${quoted[0]}.resource${quoted[1]}${quoted[2]}.attributes.a - 1 == ${literal}.size()`,
    );
    equal(indexedNames(indexed), indexed, "twice is once");
  }));
});

Deno.test("a text that CEL takes is taken as it is", () => {
  for (
    const text of ["{'a': 1}.a", "[1, 2][0]", "1.5 + 2.0", "r'\\d' + b'x'.string()", "-1 - -2"]
  ) {
    equal(indexedNames(text), text);
    parseStep(indexedNames(text));
  }
});

Deno.test("the inputs are told that expressions cannot do without", () => {
  const value = {
    a: "${{ inputs.one + inputs['two'] }} ${{ inputs.my-input }}",
    list: [{ deep: '${{ {"x": inputs["three"]}.x }}' }],
    not: "inputs.plain ${{ inputs.?maybe.orValue(1) }} ${{ x.inputs.other }}",
  };
  deepEqual([...neededInputs(value, known)].sort(), ["my-input", "one", "three", "two"]);
});
