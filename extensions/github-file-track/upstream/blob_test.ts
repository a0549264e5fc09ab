import assert from "node:assert/strict";
import { isBlob, verified } from "./blob.ts";

// `printf 'hello\n' | git hash-object --stdin`, and the same in a repository of SHA-256.
const HELLO = "ce013625030ba8dba906f756967f9e9ca394464a";
const HELLO_256 = "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4";

const read = (text: string[], wanted: { blobSha: string; bytes: number }) =>
  Array.fromAsync(verified(text.map((one) => new TextEncoder().encode(one)), wanted));

Deno.test("content of the id git gives it passes, in whatever pieces it comes", async () => {
  for (const blobSha of [HELLO, HELLO_256]) {
    await read(["hello\n"], { blobSha, bytes: 6 });
    assert.equal((await read(["he", "", "llo\n"], { blobSha, bytes: 6 })).length, 3);
  }
});

Deno.test("content that was cut, lengthened or changed is refused at its end", async () => {
  for (const text of [["hello"], ["hello\n", "x"], ["jello\n"], []]) {
    await assert.rejects(read(text, { blobSha: HELLO, bytes: 6 }), /does not match blob ce0136/);
  }
});

Deno.test("more than was announced is not passed on", async () => {
  const passed: number[] = [];
  await assert.rejects(async () => {
    const pieces = [new Uint8Array(6), new Uint8Array(1_000)];
    for await (const piece of verified(pieces, { blobSha: HELLO, bytes: 6 })) {
      passed.push(piece.byteLength);
    }
  });
  assert.deepEqual(passed, [6]);
});

Deno.test("a local file is compared by its own id", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "hello\n");
    assert.equal(await isBlob(path, 6, HELLO), true);
    assert.equal(await isBlob(path, 6, HELLO_256), true);
    await Deno.writeTextFile(path, "hullo\n");
    assert.equal(await isBlob(path, 6, HELLO), false);
  } finally {
    await Deno.remove(path);
  }
});
