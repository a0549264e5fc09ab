import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { hasChecksum, keysIn } from "./checksum.ts";
import { generateKey } from "./generate.ts";
import { hashKey, KEY_PREFIXES, type KeyKind, keyKind, keyStart } from "./key.ts";

const KINDS = Object.keys(KEY_PREFIXES) as KeyKind[];
const digits = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 32,
  maxLength: 32,
});

Deno.test("a key is its kind's prefix and 32 hexadecimal characters (spec §2.3)", () => {
  for (let round = 0; round < 200; round++) {
    assert.match(generateKey("personal"), /^svc_[0-9a-f]{32}$/);
    assert.match(generateKey("collective"), /^svc_org_[0-9a-f]{32}$/);
    assert.match(generateKey("publish"), /^svc_ci_[0-9a-f]{32}$/);
  }
});

Deno.test("a key ends with the CRC-32 of what is before, and one changed character shows", () => {
  // The check value of CRC-32/ISO-HDLC, "123456789", in the catalogue of CRC algorithms.
  assert.ok(hasChecksum("123456789cbf43926"));
  for (const kind of KINDS) {
    const key = generateKey(kind);
    assert.ok(hasChecksum(key), key);
    for (let at = KEY_PREFIXES[kind].length; at < key.length; at++) {
      const other = key[at] === "0" ? "1" : "0";
      assert.ok(!hasChecksum(key.slice(0, at) + other + key.slice(at + 1)), `${key} at ${at}`);
    }
  }
  assert.ok(!hasChecksum("svc_0123456789abcdef0123456789abcdef"), "a made-up key");
});

Deno.test("keys are found in a text wherever they stand alone, those without a checksum are not", () => {
  const [own, org] = [generateKey("personal"), generateKey("collective")];
  const text = `TOKEN=${own}\n{"key":"${org}"} a${own} ${own}0 svc_${"0".repeat(32)} ${own}.`;
  assert.deepEqual(keysIn(text).map(({ key, index }) => [key, index]), [
    [own, 6],
    [org, text.indexOf(org)],
    [own, text.lastIndexOf(own)],
  ]);
});

Deno.test("no two keys are alike", () => {
  const keys = new Set(Array.from({ length: 2000 }, () => generateKey("personal")));
  assert.equal(keys.size, 2000);
});

Deno.test("the kind is read back from every key, though one prefix begins the other", () => {
  fc.assert(fc.property(fc.constantFrom(...KINDS), digits, (kind, hex) => {
    assert.equal(keyKind(KEY_PREFIXES[kind] + hex), kind);
  }));
});

Deno.test("a key of another length, case or alphabet is not a key", () => {
  const hex = "0123456789abcdef0123456789abcdef";
  for (
    const text of [hex, `svc_${hex.slice(1)}`, `svc_${hex}0`, `svc_${hex.toUpperCase()}`]
      .concat(
        `svc_org_${hex.slice(1)}`,
        `svc_org_${hex}\n`,
        ` svc_${hex}`,
        `SVC_${hex}`,
        "svc_",
        "",
      )
  ) {
    assert.equal(keyKind(text), undefined, JSON.stringify(text));
  }
});

Deno.test("what is shown of a key is its prefix and four characters", () => {
  fc.assert(fc.property(fc.constantFrom(...KINDS), digits, (kind, hex) => {
    assert.equal(keyStart(KEY_PREFIXES[kind] + hex), KEY_PREFIXES[kind] + hex.slice(0, 4));
  }));
});

Deno.test("a key is stored as SHA-256 in base64url without padding (spec §5.5)", async () => {
  await fc.assert(fc.asyncProperty(hostileText, async (key) => {
    assert.equal(await hashKey(key), createHash("sha256").update(key).digest("base64url"));
  }));
  assert.equal(
    await hashKey("svc_00000000000000000000000000000000"),
    createHash("sha256").update("svc_00000000000000000000000000000000").digest("base64url"),
  );
});
