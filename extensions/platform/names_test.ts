import assert from "node:assert/strict";
import fc from "fast-check";
import { encodePart, instanceName } from "./names.ts";

const REPO = { owner: "Octocat", repo: "Hello-World" };

Deno.test("a name holds the spec, the repository in small letters and the parts", () => {
  assert.equal(instanceName("pull", REPO), "pull.octocat~hello-world");
  assert.equal(instanceName("release", REPO, "v1.0.0"), "release.octocat~hello-world~v1.0.0");
  assert.equal(instanceName("x", { owner: "a", repo: "b..c" }), "x.a~b%2E%2Ec");
});

for (
  const [part, encoded] of [
    ["feature/x", "feature%2Fx-e5e4a5b1"],
    ["Main", "main-"],
    ["..", "%2E%2E-"],
    ["a\nb", "a%0Ab-"],
    ["é", "%C3%A9-"],
    ["a~b", "a%7Eb-"],
    ["%41", "%2541-"],
  ] as const
) {
  Deno.test(`the part ${JSON.stringify(part)} is encoded and told by its digest`, () => {
    const prefix = encoded.slice(0, encoded.lastIndexOf("-") + 1);
    assert.ok(encodePart(part).startsWith(prefix), encodePart(part));
    assert.match(encodePart(part).slice(prefix.length), /^[0-9a-f]{8}$/);
  });
}

Deno.test("a long part is cut without leaving half of an encoded byte", () => {
  for (const part of ["a".repeat(81), "é".repeat(200), "aé".repeat(100), "aaé".repeat(100)]) {
    const name = encodePart(part);
    assert.ok(name.length <= 89, name);
    assert.doesNotMatch(name, /%(?![0-9A-F]{2})/);
  }
  assert.equal(encodePart("a".repeat(80)), "a".repeat(80));
});

Deno.test("a part that ends like a digest cannot take an encoded part's name", () => {
  const taken = encodePart("Main");
  assert.notEqual(encodePart(taken), taken);
});

const collidingPart = fc.stringMatching(/^[aA./~%2Eé-]{0,12}$/);

Deno.test("two parts never share a name, also where capitals do not count", () => {
  fc.assert(fc.property(collidingPart, collidingPart, (one, other) => {
    fc.pre(one !== other);
    assert.notEqual(encodePart(one).toLowerCase(), encodePart(other).toLowerCase());
  }));
});

Deno.test("a name is one that data may have, whatever the parts hold", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "grapheme" })), (parts) => {
    const name = instanceName("pull", REPO, ...parts);
    assert.match(name, /^[a-zA-Z0-9.%_~-]+$/);
    assert.ok(!name.includes(".."));
  }));
});
