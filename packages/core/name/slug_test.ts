import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { assertDefinitionName } from "./definition.ts";
import { assertVaultName } from "./vault.ts";
import { assertSlug, SLUG, slugProblem, slugSkeleton } from "./slug.ts";

const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789");
const separator = fc.constantFrom("-", "_");
/** Slugs built from the rule: runs of letters and digits joined by single separators. */
const slug = fc.array(fc.tuple(letter, letter, fc.option(separator)), {
  minLength: 1,
  maxLength: 12,
})
  .map((parts) =>
    parts.map(([a, b, join], index) => a + b + (index < parts.length - 1 ? join ?? "" : "")).join(
      "",
    )
  );

Deno.test("a slug is letters and digits with single separators inside, 2 to 39 characters", () => {
  fc.assert(fc.property(slug, (text) => {
    assert.equal(slugProblem(text), undefined);
    assert.match(text, SLUG);
  }));
});

Deno.test("any text is a slug or has a problem in words, and both agree with the grammar", () => {
  fc.assert(fc.property(hostileText, (text) => {
    const problem = slugProblem(text);
    if (problem === undefined) assert.match(text, SLUG);
    else assert.match(problem, /^must /);
  }));
});

Deno.test("a separator at an end or two in a row are refused", () => {
  fc.assert(fc.property(slug, separator, separator, (text, one, two) => {
    if (text.length > 36) return;
    assert.notEqual(slugProblem(one + text), undefined);
    assert.notEqual(slugProblem(text + one), undefined);
    assert.notEqual(slugProblem(`a${one}${two}${text}`), undefined);
  }));
});

Deno.test("a letter of another script or an upper-case letter is refused", () => {
  for (const text of ["асme", "ａcme", "acmé", "Acme", "acme\u200b", "acme\u0301", "a b", "a\tb"]) {
    assert.throws(() => assertSlug(text), { code: "invalid_name" });
  }
});

Deno.test("lengths: 1 is refused, 2 and 39 pass, 40 is refused", () => {
  assert.notEqual(slugProblem("a"), undefined);
  assert.equal(slugProblem("ab"), undefined);
  assert.equal(slugProblem("a".repeat(39)), undefined);
  for (const text of ["", "a", "a".repeat(40)]) {
    assert.match(slugProblem(text)!, /2 to 39 characters/);
  }
});

Deno.test("what every object of JavaScript has, and 'latest', names nothing", () => {
  for (const word of ["latest", "constructor", "prototype", "hasownproperty", "valueof"]) {
    assert.throws(() => assertSlug(word), { code: "invalid_name" }, word);
    assert.equal(slugProblem(word), undefined, "what has it keeps it");
    assert.throws(() => assertDefinitionName(word), { code: "invalid_name" }, word);
    assert.throws(() => assertVaultName(word), { code: "invalid_name" }, word);
  }
});

Deno.test("the error names what was to be taken and quotes control characters", () => {
  assert.throws(() => assertSlug("a\nb", "username"), /The username "a\\nb" must/);
});

Deno.test("slugs that differ in separators or look-alikes share a skeleton", () => {
  const pairs = [
    ["acme-tools", "acmetools"],
    ["acme_tools", "acme-tools"],
    ["g00gle", "google"],
    ["paypa1", "paypal"],
    ["modern", "modem"],
    ["vvindow", "window"],
    ["micro5oft", "microsoft"],
    ["lib", "1ib"],
  ] as const;
  for (const [a, b] of pairs) assert.equal(slugSkeleton(a), slugSkeleton(b), `${a} ${b}`);
  assert.notEqual(slugSkeleton("acme"), slugSkeleton("acne"));
});

Deno.test("a skeleton is its own skeleton's skeleton", () => {
  fc.assert(fc.property(slug, (text) => {
    const once = slugSkeleton(text);
    assert.equal(slugSkeleton(once), once);
  }));
});
