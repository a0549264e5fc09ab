import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { templateParts } from "./template.ts";

/** Text of CEL in which braces and quotes are balanced, whatever they hold. */
const { tree: cel } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("a", "1 + 2", " ", "x.y[0]", "/", "r"),
    fc.constantFrom('"}}"', "'}}'", '"\\"}}"', "'''}}'}}'''", '"""a"}}"""', "'${{'"),
    tie("tree").map((inner) => `{${inner}}`),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `${a} ${b}`),
  ),
}));
const words = fc.stringMatching(/^[a-z}"' {]*$/).filter((text) => !text.endsWith("$"));

Deno.test("the parts of a text together are the text, and each expression comes whole", () => {
  fc.assert(fc.property(fc.array(fc.tuple(words, cel), { maxLength: 5 }), words, (pairs, last) => {
    const text = pairs.map(([before, inner]) => `${before}\${{ ${inner} }}`).join("") + last;
    const parts = templateParts(text);
    deepEqual(
      parts.flatMap((part) => "expression" in part ? [part.expression] : []),
      pairs.map(([, inner]) => ` ${inner} `),
    );
    equal(
      parts.map((part) => "text" in part ? part.text : "whole" in part ? part.whole : part.unclosed)
        .join(""),
      text,
    );
  }));
});

Deno.test("any text comes back from its parts", () => {
  const piece = fc.constantFrom("${{", "}}", "{", "}", '"', "'", "\\", "a", "\n", "//", "$");
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const text = pieces.join("");
    equal(
      templateParts(text)
        .map((part) => "text" in part ? part.text : "whole" in part ? part.whole : part.unclosed)
        .join(""),
      text,
    );
  }));
});
