import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { assertSecretKey, assertSecretValue, assertVaultName, secretKeyProblem } from "./vault.ts";

Deno.test("a vault's name matches its grammar or is refused with an example", () => {
  for (const good of ["a", "main", "team-secrets-2", "a".repeat(64)]) assertVaultName(good);
  for (const bad of ["", "A", "1a", "-a", "_a", "a_b", "a.b", "a/b", "a\n", "a".repeat(65)]) {
    assert.throws(() => assertVaultName(bad), { code: "invalid_name" });
  }
});

Deno.test("a key leads nowhere else and has nothing that is not seen, or it is refused", () => {
  fc.assert(fc.property(hostileText, (key) => {
    if (secretKeyProblem(key) !== undefined) {
      assert.throws(() => assertSecretKey(key), { code: "invalid_name" });
      return;
    }
    const base = new URL("file:///vault/");
    const path = new URL(encodeURIComponent(key), base).pathname;
    assert.ok(path.startsWith("/vault/") && path !== "/vault/");
    assert.ok(!/[/\\\p{Cc}]/u.test(key) && !key.includes("..") && key.isWellFormed());
  }));
});

for (
  const bad of ["", " ", ".", "..", "a..b", "a/b", "a\\b", "a\0", "a\nb", "a\u202eb", "a\ud800"]
) {
  Deno.test(`the key ${JSON.stringify(bad)} is refused`, () => {
    assert.throws(() => assertSecretKey(bad), { code: "invalid_name" });
  });
}

Deno.test("a key is at most 200 bytes and a value 64 KiB, counted in UTF-8", () => {
  assertSecretKey("é".repeat(100));
  assert.throws(() => assertSecretKey("é".repeat(100) + "x"), /longer than 200 bytes/);
  assertSecretValue("A", "€".repeat(21_845) + "x");
  for (const long of ["x".repeat(65_537), "€".repeat(21_846)]) {
    assert.throws(() => assertSecretValue("A", long), { code: "invalid_argument" });
  }
});

Deno.test("the refusal of a value names its key and holds nothing of it", () => {
  for (const value of ["hunter2\ud800", "hunter2".repeat(10_000)]) {
    assert.throws(() => assertSecretValue("TOKEN", value), (error) => {
      const said = JSON.stringify(error);
      assert.match(said, /TOKEN/);
      assert.ok(!said.includes("hunter"), said);
      return true;
    });
  }
});
