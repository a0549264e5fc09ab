import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { isTypeOf, normalizeType, parseType } from "./type.ts";

Deno.test("normalising is lower-case, slash-delimited, and keeps a leading @ (spec §2.1)", () => {
  const cases = [
    ["AWS::EC2::VPC", "aws/ec2/vpc"],
    ["docker run", "docker/run"],
    ["docker   run", "docker/run"],
    ["@Acme/Repo-Insight", "@acme/repo-insight"],
    ["a.b.c", "a/b/c"],
    ["/a//b/", "a/b"],
    ["  command/shell ", "command/shell"],
  ] as const;
  for (const [raw, normalized] of cases) assert.equal(normalizeType(raw), normalized);
});

Deno.test("normalising twice changes nothing more", () => {
  fc.assert(fc.property(hostileText, (text) => {
    const once = normalizeType(text);
    assert.equal(normalizeType(once), once);
  }));
});

Deno.test("a normalised type has no empty segment, no upper case and no blank", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const normalized = normalizeType(text);
    if (normalized === "") return;
    assert.ok(normalized.split("/").every((segment) => segment !== ""), normalized);
    assert.ok(!/[A-Z\s.]/.test(normalized), normalized);
  }));
});

Deno.test("raw is the text as provided, trimmed", () => {
  assert.deepEqual(parseType("  AWS::EC2 "), { raw: "AWS::EC2", normalized: "aws/ec2" });
});

for (const bad of ["", "  ", "/", "::", "...", "@", "@/x", "a/@/b", "a\\b", "a\0b"]) {
  Deno.test(`${JSON.stringify(bad)} is not a behavior type`, () => {
    assert.throws(() => parseType(bad), { code: "invalid_name" });
  });
}

Deno.test("a parsed type never climbs out of the folder named after it", () => {
  fc.assert(fc.property(hostileText, (text) => {
    try {
      const { normalized } = parseType(text);
      assert.ok(!normalized.split("/").some((part) => part === ".." || part === "."));
      assert.ok(!/[\\\0]/.test(normalized));
    } catch (error) {
      assert.equal((error as { code?: string }).code, "invalid_name");
    }
  }));
});

Deno.test("a type belongs to the collective whose whole slug it begins with", () => {
  assert.ok(isTypeOf("@acme/x", "acme"));
  assert.ok(isTypeOf("@ACME/x", "acme"));
  assert.ok(!isTypeOf("@acme-tools/x", "acme"));
  assert.ok(!isTypeOf("acme/x", "acme"));
  assert.ok(!isTypeOf("@acme", "acme"));
});
