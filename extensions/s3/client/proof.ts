import { sha256 } from "./checksum.ts";
import type { Client } from "./client.ts";
import { StoreFailure } from "./failure.ts";
import { swap } from "./swap.ts";

/**
 * Finds out whether the store keeps conditions, on an object of its own: eight requests. A store that
 * takes a write whose condition does not hold would let one machine overwrite what another wrote.
 *
 * @throws StoreFailure `no_conditional_writes`, or what else goes wrong
 */
export async function prove(client: Client, signal?: AbortSignal): Promise<void> {
  // Left behind by a kill it is collected with everything else that no head names.
  const key = `objects/${crypto.randomUUID()}`;
  const [first, second, third] = [content(), content(), content()];
  const created = await swap(client, key, first, undefined, signal);
  if (!created.done) throw new StoreFailure("bad_answer", "an object with a random name exists");
  try {
    await proveWith(client, key, [first, second, third], signal);
  } finally {
    await client.remove(key).catch(() => {});
  }
}

/** @param contents the first is what the object holds */
async function proveWith(
  client: Client,
  key: string,
  [first, second, third]: [Bytes, Bytes, Bytes],
  signal?: AbortSignal,
): Promise<void> {
  if (await client.put(key, second, { absent: true }, signal) !== undefined) {
    throw refuse("it replaced an object that was to be written only when there is none");
  }
  const read = await client.get(key, first.length, signal);
  if (read === undefined) throw new StoreFailure("bad_answer", "it lost what it had confirmed");
  if (sha256(read.bytes) !== sha256(first)) {
    throw new StoreFailure("bad_answer", "it gave another object than the one asked for");
  }
  const replaced = await swap(client, key, second, read.etag, signal);
  if (!replaced.done) throw refuse("it did not replace an object that had not changed");
  if (replaced.etag === read.etag) throw refuse("two contents of an object have one ETag");
  if (await client.put(key, third, { etag: read.etag }, signal) !== undefined) {
    throw refuse("it replaced an object that had changed");
  }
  if (await client.getChanged(key, replaced.etag, third.length, signal) !== "unchanged") {
    throw new StoreFailure("bad_answer", "it gives an object with an ETag that it had not named");
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

function content(): Bytes {
  return new TextEncoder().encode(crypto.randomUUID());
}

function refuse(why: string): StoreFailure {
  return new StoreFailure(
    "no_conditional_writes",
    `${why}. Machines would overwrite each other; use a store that supports If-Match and ` +
      `If-None-Match`,
  );
}
