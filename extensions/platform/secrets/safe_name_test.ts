import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { keyOfName, safeName } from "./safe_name.ts";

/** Texts that are made to collide: what an escape could be taken for, and what programs read otherwise. */
const key = fc.array(
  fc.constantFrom(..."aA%25fF.-_ /\\~*'\"é é\u0301💡\n:?#[]".split(""), "%2F", "%2f", "..", "💡"),
  { minLength: 1, maxLength: 12 },
).map((parts) => parts.join("")).filter((text) => text.isWellFormed());

Deno.test("no two keys have the same name, and each name leads back to its key", () => {
  fc.assert(fc.property(fc.uniqueArray(key, { maxLength: 30 }), (keys) => {
    const names = keys.map(safeName);
    equal(new Set(names).size, keys.length);
    deepEqual(names.map(keyOfName), keys);
    for (const name of names) match(name, /^(?![.-])(?:[A-Za-z0-9_@+=,.-]|%[0-9A-F]{2})+(?<!\.)$/);
  }));
});

Deno.test("a name that no key has leads to none", () => {
  for (const name of ["", "%41", "%2f", "a b", "a/b", ".a", "-a", "a.", "%", "%E9", "é"]) {
    equal(keyOfName(name), undefined, name);
  }
});

Deno.test("the names of common keys are the keys", () => {
  for (const one of ["API_KEY", "db.password", "ada@example.com", "a-b", "tls=1,2+3"]) {
    equal(safeName(one), one);
  }
  ok(safeName("-rf").startsWith("%2D"));
});
