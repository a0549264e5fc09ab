import { deepEqual, equal } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { addedSecrets, createRedactor } from "./redactor.ts";

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

Deno.test("a refusal without a hint gets none, and what is not a refusal of ours stays itself", () => {
  const redactor = createRedactor(["s3cret"]);
  const plain = redactor.error(new SvcError("output_invalid", "at s3cret"));
  deepEqual([plain.message, plain.hint], ["at ***", undefined]);
  const foreign = new TypeError("at s3cret");
  equal(redactor.error(foreign), foreign);
  deepEqual(redactor.value([null, true, 5]), [null, true, 5]);
});

Deno.test("only texts and numbers are secrets: what a switch says would blank out half of any output", () => {
  equal(createRedactor([true, false, null, undefined]).text("true false null"), "true false null");
});

Deno.test("without secrets nothing is looked for", async () => {
  const redactor = createRedactor(["", "ab"]);
  deepEqual([redactor.isEmpty, redactor.foundIn("ab"), redactor.text("ab")], [true, false, "ab"]);
  async function* pieces() {
    yield await Promise.resolve("ab");
  }
  deepEqual(await Array.fromAsync(redactor.pieces(pieces())), ["ab"]);
});

Deno.test("a method may add secrets up to an amount, and is told when it is reached", () => {
  const redactor = createRedactor();
  let leftOut = 0;
  const add = addedSecrets(redactor, () => leftOut++);
  add("s3cret-one");
  add("x".repeat(300_000));
  add("s3cret-two");
  deepEqual([redactor.text("s3cret-one s3cret-two"), leftOut], ["*** s3cret-two", 1]);
});
