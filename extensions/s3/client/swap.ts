import type { Client, Stored } from "./client.ts";
import { StoreFailure } from "./failure.ts";

/** How a write ended that asked for the present content to be the expected one. */
export type Swap = { done: true; etag: string } | { done: false; present: Stored | undefined };

/**
 * Writes an object only while it is as expected, and finds out how that ended even when the answer
 * was lost: `bytes` hold a random value, so nobody else has written the same.
 *
 * @param expected its ETag; undefined when there is to be no object
 * @throws StoreFailure `no_conditional_writes` when the store refuses although nothing changed
 */
export async function swap(
  client: Client,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  expected: string | undefined,
  signal?: AbortSignal,
): Promise<Swap> {
  const limit = Math.max(bytes.length, 64 * 1024 * 1024);
  // The last one is for stores that compare with the ETag as it is kept, which has no quotes.
  const conditions = expected === undefined
    ? [{ absent: true } as const]
    : [{ etag: expected }, { etag: expected.replaceAll('"', "") }];
  for (const condition of conditions) {
    const etag = await client.put(key, bytes, condition, signal);
    if (etag !== undefined) return { done: true, etag };
    const present = await client.get(key, limit, signal);
    if (present !== undefined && areEqual(present.bytes, bytes)) {
      return { done: true, etag: present.etag };
    }
    if (present?.etag !== expected) return { done: false, present };
  }
  throw new StoreFailure(
    "no_conditional_writes",
    `it refused to write ${key}, which had not changed`,
  );
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
