import assert from "node:assert/strict";
import { whileGood } from "./while_good.ts";

const PIECE = new Uint8Array(40_000);

/** An answer of so many pieces, and who watches over it. */
function scene(pieces: number) {
  const seen = { read: 0, cancelled: false, watched: 0 };
  let ended: ((why: string) => void) | undefined;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (seen.read === pieces) return controller.close();
      seen.read++;
      controller.enqueue(PIECE);
    },
    cancel: () => void (seen.cancelled = true),
  }, { highWaterMark: 0 });
  const headers = { "content-length": String(pieces * PIECE.length), etag: '"x"' };
  const answer = whileGood(new Response(body, { status: 206, headers }), (told) => {
    seen.watched++;
    ended = told;
    return { [Symbol.dispose]: () => void seen.watched-- };
  });
  return { answer, seen, end: () => ended!("The token was revoked") };
}

Deno.test("an answer is sent as it is, and watched until its end", async () => {
  const { answer, seen } = scene(3);
  assert.deepEqual([answer.status, answer.headers.get("etag")], [206, '"x"']);
  assert.equal(seen.watched, 1);
  assert.equal((await answer.bytes()).length, 3 * PIECE.length);
  assert.equal(seen.watched, 0);
});

Deno.test("an answer breaks off when the credential ends, and reads nothing more", async () => {
  const { answer, seen, end } = scene(3);
  const reader = answer.body!.getReader();
  assert.equal((await reader.read()).value!.length, PIECE.length);
  end();
  await assert.rejects(reader.read(), /The token was revoked/);
  assert.deepEqual(seen, { read: 1, cancelled: true, watched: 0 });
});

Deno.test("an answer that breaks off while a piece is read does not send that piece", async () => {
  const { answer, end } = scene(3);
  const reader = answer.body!.getReader();
  const read = reader.read();
  end();
  await assert.rejects(read, /The token was revoked/);
});

Deno.test("whoever goes away is not watched any more", async () => {
  const { answer, seen } = scene(3);
  await answer.body!.cancel();
  assert.deepEqual([seen.cancelled, seen.watched], [true, 0]);
});

Deno.test("a short answer is sent at once, and one without a body has nothing to watch", async () => {
  const { answer, seen } = scene(1);
  assert.equal(seen.watched, 0);
  assert.equal((await answer.bytes()).length, PIECE.length);
  const empty = new Response(null, { status: 304 });
  assert.equal(whileGood(empty, () => assert.fail("it is watched")), empty);
});
