import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { createRedactor } from "./redactor.ts";
import { secrets, WRITTEN } from "./testing.ts";

const shown = (lines: readonly string[], ...all: string[]) =>
  lines.map(createRedactor(all).lines());

Deno.test("a secret that a line ends in and the next goes on with is hidden in both", () => {
  deepEqual(shown(["key: s3cret-of", "  -the-team and more"], "s3cret-of-the-team"), [
    "key: ***",
    "  *** and more",
  ]);
});

Deno.test("a secret with colors inside is hidden, also where a line ends in it", () => {
  deepEqual(shown(["s3c\x1b[0mret-of", "\x1b[1m-the-\x1b[0mteam"], "s3cret-of-the-team"), [
    "***",
    "***",
  ]);
});

Deno.test("a secret in many lines is hidden but for the few characters that began it", () => {
  const secret = "abcdefghijklmnopqrstuvwxyz";
  deepEqual(shown(["abc", "defgh", "ijklmnopq", "rstuvwxyz", "abc"], secret), [
    "abc",
    "***",
    "***",
    "***",
    "abc",
  ]);
});

Deno.test("however base64 and hexadecimal are broken into lines, no more than 10 characters are left", () => {
  const names = ["base64", "base64url", "hex"];
  fc.assert(fc.property(
    secrets.filter((secret) => secret.length >= 20),
    fc.constantFrom(...names),
    fc.integer({ min: 16, max: 80 }),
    (secret, name, width) => {
      const written = WRITTEN[name]!(secret);
      const lines = written.match(new RegExp(`.{1,${width}}`, "g"))!;
      const left = shown(lines, secret).join("").replaceAll("***", "");
      ok(left.length <= 10, `${left} of ${written} in lines of ${width}`);
    },
  ));
});

Deno.test("each line of a secret of several is hidden, whichever comes first", () => {
  const key = "-----BEGIN KEY-----\r\nMIIEowIBAAKCAQEA\nx\n-----END KEY-----\n";
  deepEqual(shown(["-----END KEY-----", "a MIIEowIBAAKCAQEA b x"], key), ["***", "a *** b x"]);
});

Deno.test("a line that ends like a secret begins changes nothing in a next one that is about something else", () => {
  deepEqual(shown(["done s3c", "over", "s3c", "", "ret"], "s3cret-token"), [
    "done s3c",
    "over",
    "s3c",
    "",
    "ret",
  ]);
});

Deno.test("secrets that are added are hidden from the next line on, also in one that was begun before", () => {
  const redactor = createRedactor();
  const line = redactor.lines();
  equal(line("s3cret"), "s3cret");
  redactor.add("s3cret");
  equal(line("s3cret"), "***");
});
