import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import {
  EXTENSION_NAME_MAX,
  parseExtensionName,
  parseExtensionReference,
  tryParseExtensionName,
} from "./extension.ts";

const segment = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789_-"),
  minLength: 1,
  maxLength: 12,
});
const parts = fc.array(segment, { minLength: 2, maxLength: 5 });

Deno.test("a name is @collective/rest and comes apart at the first slash", () => {
  fc.assert(fc.property(parts, (segments) => {
    const name = parseExtensionName(`@${segments.join("/")}`);
    assert.equal(name.collective, segments[0]);
    assert.equal(name.rest, segments.slice(1).join("/"));
    assert.equal(name.full, `@${name.collective}/${name.rest}`);
  }));
});

Deno.test("a reference splits at the second @ and keeps the version as written", () => {
  fc.assert(
    fc.property(parts, fc.option(fc.stringMatching(/^[^@]+$/)), (segments, version) => {
      const full = `@${segments.join("/")}`;
      const reference = parseExtensionReference(version === null ? full : `${full}@${version}`);
      assert.equal(reference.name.full, full);
      assert.equal(reference.version, version ?? undefined);
    }),
  );
});

Deno.test("any other text is refused with an example, never accepted in part", () => {
  fc.assert(fc.property(hostileText, (text) => {
    const name = tryParseExtensionName(text);
    if (name) assert.equal(`@${name.collective}/${name.rest}`, text);
    else assert.throws(() => parseExtensionName(text), { code: "invalid_name" });
  }));
});

for (
  const text of ["acme/x", "@acme", "@acme/", "@/x", "@Acme/x", "@acme/x/", "@acme//x", "@acme/x y"]
    .concat("@acme/x\n", "@acme/..", "@acme/x.y", "@аcme/x", "%40acme%2Fx", "")
) {
  Deno.test(`${JSON.stringify(text)} is not an extension name`, () => {
    assert.equal(tryParseExtensionName(text), undefined);
  });
}

Deno.test("a name longer than 200 characters is refused, 200 pass", () => {
  const name = (length: number) => `@a/${"x".repeat(length - 3)}`;
  assert.ok(tryParseExtensionName(name(EXTENSION_NAME_MAX)));
  assert.equal(tryParseExtensionName(name(EXTENSION_NAME_MAX + 1)), undefined);
});

Deno.test("an @ without a version after it is refused", () => {
  assert.throws(() => parseExtensionReference("@acme/x@"), {
    code: "invalid_name",
    hint: "Write @acme/x or @acme/x@YYYY.MM.DD.N.",
  });
});
