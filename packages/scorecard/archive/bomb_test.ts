import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { admission } from "./admission.ts";
import { gunzip } from "./gunzip.ts";
import { readTar } from "./tar.ts";
import { gzip, tar } from "./testing.ts";

/** A thousand times its packed size: a file of half a megabyte, over and over. */
async function bomb(megabytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(500_000);
  const entries = Array.from(
    { length: megabytes * 2 },
    (_, at) => ({ name: `extension/${at}`, bytes: content }),
  );
  return await gzip(tar(entries));
}

async function* counted(chunks: AsyncIterable<Uint8Array>, seen: { bytes: number; most: number }) {
  for await (const chunk of chunks) {
    seen.bytes += chunk.length;
    seen.most = Math.max(seen.most, chunk.length);
    yield chunk;
  }
}

Deno.test("archive: a bomb is given up at the limit, with at most two megabytes beyond it", async () => {
  const packed = await bomb(100);
  assert.ok(packed.length * 500 < 100_000_000, "it is a bomb");
  const seen = { bytes: 0, most: 0 };
  await assert.rejects(async () => {
    for await (const _ of readTar(counted(gunzip(packed), seen), admission(LIMITS.archive)));
  }, { code: "archive_too_large" });
  assert.ok(seen.bytes < LIMITS.archive.unpackedBytes + 2_500_000, `${seen.bytes} inflated`);
});

Deno.test("archive: inflating never holds more than two megabytes of a bomb at once", async () => {
  const seen = { bytes: 0, most: 0 };
  for await (const _ of counted(gunzip(await bomb(50)), seen));
  assert.ok(seen.bytes > 50_000_000);
  assert.ok(seen.most < 2_000_000, `${seen.most} in one piece`);
});
