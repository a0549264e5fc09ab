import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { redactedPieces } from "./redact_stream.ts";

async function redacted(pieces: string[], secrets: string[]): Promise<string> {
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  return (await Array.fromAsync(redactedPieces(stream(pieces), longestFirst))).join("");
}

async function* stream(pieces: string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

/** Few letters, so that secrets lie in each other, overlap and repeat. */
const texts = (size: { minLength: number; maxLength: number }) =>
  fc.array(fc.constantFrom("a", "b", "("), size).map((letters) => letters.join(""));

Deno.test("however a text is cut into pieces, what is left of it is the same and holds no secret", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(texts({ minLength: 0, maxLength: 8 }), { maxLength: 8 }),
    fc.array(texts({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
    async (pieces, secrets) => {
      const clean = await redacted(pieces, secrets);
      equal(clean, await redacted([pieces.join("")], secrets));
      for (const secret of secrets) equal(clean.includes(secret), false, `${pieces} ${secrets}`);
    },
  ));
});

Deno.test("a longer secret is replaced as a whole, and a text without secrets stays as it is", async () => {
  deepEqual(
    await redacted(["key=se", "cret-1", "0 and secret"], ["secret", "secret-10"]),
    "key=*** and ***",
  );
  deepEqual(await redacted(["a", "", "b"], ["secret"]), "ab");
  deepEqual(await redacted(["secret"], []), "secret");
});
