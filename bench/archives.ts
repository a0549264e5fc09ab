// What the registry's store in a bucket costs beside plain requests for the same bytes: checksums,
// signatures and, for a read, the comparison before the first byte. The floor is `fetch` with addresses
// that were signed before. The server is a program of its own on this machine, so a line of any length
// makes the ratios smaller.
import { makeBucket, startS3rver } from "@svc/fakes/s3";
import { createHash } from "node:crypto";
import { openS3, readS3Url } from "../packages/registry/platform/store/blobs/s3/mod.ts";
import { urlSigner } from "../packages/registry/features/extensions/upload/signed_url.ts";
import { say } from "./sync/measure.ts";

/** Packed sizes of what people publish (half have less than the first), and a large one. */
const SIZES = [12_000, 350_000, 5_000_000];
const ROUNDS = 40;
const HOUR = 3_600_000;

await using backend = await startS3rver();
await makeBucket(backend, "archives");
const scratch = await Deno.makeTempDir({ prefix: "svc-bench-" });
const read = readS3Url(`s3://archives?endpoint=${backend.url}`, {
  AWS_ACCESS_KEY_ID: backend.accessKeyId,
  AWS_SECRET_ACCESS_KEY: backend.secretAccessKey,
});
if ("problem" in read) throw new Error(read.problem);
const { blobs, uploads } = openS3({ target: read.target, proxied: false, scratch });

for (const size of SIZES) {
  const times = { put: [], fetchPut: [], read: [], fetchGet: [] } as Record<string, number[]>;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = new Uint8Array(size);
    crypto.getRandomValues(bytes.subarray(0, 60_000));
    const checksum = createHash("sha256").update(bytes).digest("hex");
    const to = (await uploads.address(crypto.randomUUID(), HOUR))!;
    const from = (await blobs.address(checksum, HOUR))!;
    await timed(times.put!, () => blobs.put(checksum, bytes));
    await timed(times.fetchPut!, async () => {
      await (await fetch(to, { method: "PUT", body: bytes })).body?.cancel();
    });
    await timed(times.read!, async () => await drain((await blobs.read(checksum))!.body));
    await timed(times.fetchGet!, async () => await drain((await fetch(from)).body!));
    await blobs.remove(checksum);
  }
  const [put, fetchPut] = [median(times.put!), median(times.fetchPut!)];
  const [got, fetchGet] = [median(times.read!), median(times.fetchGet!)];
  await say(
    `  ${String(size).padStart(9)} bytes: put ${put.toFixed(1)} ms (${ratio(put, fetchPut)} ` +
      `of fetch), read ${got.toFixed(1)} ms (${ratio(got, fetchGet)})\n`,
  );
}

const { sign } = urlSigner("a secret of thirty-two characters", "http://localhost");
const checksum = "a".repeat(64);
const own = await addressesIn(() => sign("download", `/blobs/${checksum}`, Date.now()));
const outside = await addressesIn(() => blobs.address(checksum, HOUR));
await say(
  `  an address of the bucket: ${(outside * 1000).toFixed(0)} us (${ratio(outside, own)} ` +
    "of one of this server)\n",
);
await Deno.remove(scratch, { recursive: true });

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

async function timed(times: number[], work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  times.push(performance.now() - began);
}

/** Milliseconds that one address takes. */
async function addressesIn(make: () => unknown, count = 2_000): Promise<number> {
  const began = performance.now();
  for (let at = 0; at < count; at++) await make();
  return (performance.now() - began) / count;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}

function ratio(one: number, other: number): string {
  return `${(one / other).toFixed(2)}x`;
}
