import { doesNotThrow, throws } from "node:assert/strict";
import fc from "fast-check";
import { refusal } from "../../testing/refusal.ts";
import { assertCall } from "./call_shape.ts";

const REFUSED: [call: unknown, message: RegExp][] = [
  [{}, /called an unknown operation/],
  [{ op: "constructor" }, /called an unknown operation/],
  [{ op: "__proto__" }, /called an unknown operation/],
  [{ op: ["readResource"], name: "x" }, /called an unknown operation/],
  [{ op: "readResource" }, /readResource: name must be a text/],
  [{ op: "readResource", name: ["x"] }, /name must be a text/],
  [{ op: "readResource", name: "x".repeat(1001) }, /at most 1000 characters/],
  [{ op: "readResource", name: "x", version: "1/../2" }, /version must be a whole number from 1/],
  [{ op: "readResource", name: "x", version: 0 }, /version must be a whole number from 1/],
  [{ op: "readResource", name: "x", version: 1.5 }, /version must be a whole number from 1/],
  [{ op: "closeFile", writer: -1 }, /writer must be a whole number/],
  [{ op: "closeFile", writer: "../x" }, /writer must be a whole number/],
  [{ op: "openFile", spec: "log", name: "x" }, /overrides must be an object/],
  [{ op: "openFile", spec: "log", name: "x", overrides: [] }, /overrides must be an object/],
  [
    { op: "getContent", type: "@a/b", model: "m", name: "n", offset: -1 },
    /offset must be a whole number/,
  ],
  [{ op: "writeResources" }, /items must be a list of 1 to 500/],
  [{ op: "writeResources", items: [] }, /items must be a list of 1 to 500/],
  [
    { op: "writeResources", items: Array(100_000).fill({ name: "x", overrides: {} }) },
    /items must be a list of 1 to 500/,
  ],
  [{ op: "writeResources", items: { length: 1 } }, /items must be a list of 1 to 500/],
  [{ op: "writeResources", items: [null] }, /items must be a list of objects/],
  [{ op: "writeResources", items: [{ name: "x" }] }, /items must be a list of objects/],
  [
    { op: "writeResources", items: [{ name: "x", overrides: {} }] },
    /items must be a list of objects with name, spec/,
  ],
  [{ op: "readResources", names: [] }, /names must be a list of 1 to 500/],
  [{ op: "readResources", names: Array(100_000).fill("x") }, /names must be a list of 1 to 500/],
  [{ op: "readResources", names: { length: 1 } }, /names must be a list of 1 to 500/],
  [{ op: "readResources", names: ["x", null] }, /names must be a list of texts/],
  [{ op: "readResources", names: ["x".repeat(1001)] }, /at most 1000 characters/],
  [{ op: "listResources" }, /spec must be a text/],
  [{ op: "listResources", spec: "x", after: 7 }, /after must be a text/],
  [{ op: "listResources", spec: "x", prefix: ["p"] }, /prefix must be a text/],
  [{ op: "listResources", spec: "x", limit: 0 }, /limit must be a whole number from 1 to 1000/],
  [{ op: "listResources", spec: "x", limit: -1 }, /limit must be a whole number from 1/],
  [{ op: "listResources", spec: "x", limit: 1e9 }, /limit must be a whole number from 1/],
  [{ op: "listResources", spec: "x", limit: "10" }, /limit must be a whole number from 1/],
  [{ op: "listResources", spec: "x", limit: 1.5 }, /limit must be a whole number from 1/],
  [{ op: "runModel" }, /method must be a text/],
  [{ op: "runModel", method: "x", definition: ["y"] }, /definition must be a text/],
  [{ op: "runModel", method: "x", arguments: "y" }, /arguments must be an object/],
  [{ op: "findById", id: { length: 1 } }, /id must be a text/],
  [{ op: "findDefinitions", type: 7 }, /type must be a text/],
];
for (const [call, message] of REFUSED) {
  Deno.test(`a call out of shape is refused: ${JSON.stringify(call).slice(0, 80)}`, () => {
    throws(() => assertCall(call as { op: unknown }), refusal("invalid_argument", message));
  });
}

Deno.test("a call of the right shape is taken, with what may be left out left out", () => {
  for (
    const call of [
      { op: "readResource", name: "x" },
      { op: "readResource", name: "__proto__", version: 3 },
      { op: "findAllGlobal" },
      { op: "closeFile", writer: 1 },
    ]
  ) doesNotThrow(() => assertCall(call));
});

Deno.test("whatever a call is, it is taken or refused, and nothing else happens", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (rest, op) => {
    try {
      assertCall({ ...rest, op });
    } catch (error) {
      refusal("invalid_argument")(error);
    }
  }));
});
