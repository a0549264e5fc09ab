import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { assertDataName, assertDefinitionName, DEFINITION_NAME } from "./definition.ts";
import { isNoName } from "./no_name.ts";

Deno.test("a behavior's name matches its grammar or is refused with an example", () => {
  fc.assert(fc.property(fc.string({ maxLength: 70 }), (text) => {
    if (DEFINITION_NAME.test(text) && !isNoName(text)) assertDefinitionName(text);
    else assert.throws(() => assertDefinitionName(text), { code: "invalid_name" });
  }));
  for (const good of ["a", "my-repo", "0", "a_b-c", "a".repeat(64), "@acme/team/x", "@a/b"]) {
    assertDefinitionName(good);
  }
  for (
    const bad of [
      "",
      "-a",
      "_a",
      "A",
      "a/b",
      "..",
      "a.b",
      "a\n",
      "a".repeat(65),
      "@a",
      "@a/",
      "@a//b",
      "@A/b",
    ]
  ) {
    assert.throws(() => assertDefinitionName(bad), { code: "invalid_name" });
  }
});

Deno.test("a data name never leaves its folder", () => {
  fc.assert(fc.property(hostileText, (name) => {
    try {
      assertDataName(name);
    } catch {
      return;
    }
    const base = new URL("file:///store/");
    const path = new URL(encodeURIComponent(name), base).pathname;
    assert.ok(path.startsWith("/store/") && path !== "/store/");
    assert.ok(!/[/\\\0]/.test(name) && !name.includes(".."));
  }));
});

for (
  const bad of [
    "",
    "  ",
    "a/b",
    "a\\b",
    "a\0b",
    "..",
    "a..b",
    "a\ud800",
    "\udc00a",
  ]
) {
  Deno.test(`the data name ${JSON.stringify(bad)} is refused`, () => {
    assert.throws(() => assertDataName(bad), { code: "invalid_name" });
  });
}

Deno.test("a data name is at most 200 bytes, counted in UTF-8", () => {
  assertDataName("x".repeat(200));
  assert.throws(() => assertDataName("x".repeat(201)), /longer than 200 bytes/);
  assert.throws(() => assertDataName("é".repeat(101)), /longer than 200 bytes/);
});

Deno.test("'.' alone would be the folder itself and is refused", () => {
  assert.throws(() => assertDataName("."), { code: "invalid_name" });
});

for (const unseen of ["a\nb", "a\x1b[2J", "a\u202eb", "a\u200b"]) {
  Deno.test(`the data name ${JSON.stringify(unseen)} is refused, and what is not seen is shown`, () => {
    assert.throws(() => assertDataName(unseen), /has the character \\(?:n|x1b|u20[02][be])/);
  });
}
