import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { SvcError } from "@svc/core/error";
import { createRedactor } from "./redact.ts";

Deno.test("no known secret of three characters or more is left in any text", () => {
  // Without stars of their own, so that what the redactor writes makes no secret anew.
  const text = (minLength: number) =>
    fc.string({ minLength, maxLength: 20 }).filter((one) => !one.includes("*"));
  fc.assert(
    fc.property(fc.array(text(3), { minLength: 1, maxLength: 4 }), text(0), (secrets, around) => {
      const clean = createRedactor(secrets).text(`${around}${secrets.join(around)}${around}`);
      for (const secret of secrets) equal(clean.includes(secret), false);
    }),
  );
});

Deno.test("a secret is found in its JSON form too", () => {
  const redactor = createRedactor(['a"b\nc']);
  equal(redactor.text(JSON.stringify({ key: 'a"b\nc' })), '{"key":"***"}');
});

Deno.test("of two secrets of which one begins the other, nothing of the longer is left", () => {
  equal(createRedactor(["abc", "abcdef"]).text("abcdef abc"), "*** ***");
});

Deno.test("values inside of objects and lists are secrets, too short ones are not", () => {
  const redactor = createRedactor([{ user: "ada-lovelace", keys: ["k-one-two"], n: 12345 }, "ab"]);
  deepEqual(redactor.value({ a: ["ada-lovelace", "12345 ab"], b: { c: "x k-one-two" }, d: 1 }), {
    a: ["***", "*** ab"],
    b: { c: "x ***" },
    d: 1,
  });
});

Deno.test("a secret is found as a number and as a name", () => {
  deepEqual(createRedactor([12345, "s3cret"]).value({ n: 12345, m: 1234, "a s3cret": [12345] }), {
    n: "***",
    m: 1234,
    "a ***": ["***"],
  });
});

Deno.test("each line of a secret of several is one, as what is printed comes by lines", () => {
  const key = "-----BEGIN KEY-----\r\nMIIEowIBAAKCAQEA\nx\n";
  equal(createRedactor([key]).text("a MIIEowIBAAKCAQEA b x"), "a *** b x");
  equal(createRedactor(["sixsix\n five5 \n"]).text("sixsix five5"), "*** five5");
});

Deno.test("a refusal keeps its code and status and says no secret", () => {
  const error = createRedactor(["s3cret"]).error(
    new SvcError("output_invalid", "at s3cret", {
      hint: "leave s3cret",
      details: [{ path: "s3cret.a", message: "is s3cret" }],
    }),
  );
  equal(JSON.stringify(error).includes("s3cret"), false);
  deepEqual([error.code, error.status], ["output_invalid", 400]);
});

Deno.test("a refusal without a hint gets none, and what is no refusal of ours stays itself", () => {
  const redactor = createRedactor(["s3cret"]);
  const plain = redactor.error(new SvcError("output_invalid", "at s3cret"));
  deepEqual([plain.message, plain.hint], ["at ***", undefined]);
  const foreign = new TypeError("at s3cret");
  equal(redactor.error(foreign), foreign);
  deepEqual(redactor.value([null, true, 5]), [null, true, 5]);
});

Deno.test("a secret is found in bytes wherever it stands, also in a part of a larger buffer", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const redactor = createRedactor(["schlüssel"]);
  for (const text of ["schlüssel", "schlüssel x", "x schlüssel", "\0schlüssel\0"]) {
    equal(redactor.foundIn(encode(text)), true, text);
  }
  for (const text of ["", "schlussel", "schlüsse"]) equal(redactor.foundIn(encode(text)), false);
  const around = encode("schlüssel and more");
  equal(redactor.foundIn(around.subarray(1)), false);
  equal(redactor.foundIn(encode("x schlüssel").subarray(2)), true);
  equal(createRedactor().foundIn(encode("x")), false);
});

Deno.test("only texts and numbers are secrets: what a switch says would blank out half of any output", () => {
  equal(createRedactor([true, false, null, undefined]).text("true false null"), "true false null");
});

Deno.test("characters with a meaning in patterns and replacements are plain text", () => {
  equal(createRedactor(["$&.*"]).text("a$&.*b"), "a***b");
});
