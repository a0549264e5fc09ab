import type { Client } from "../client/client.ts";
import { isFailure } from "../client/failure.ts";
import type { Warn } from "../client/warn.ts";
import type { Entry } from "../layout/entry.ts";
import {
  type Head,
  HEAD_KEY,
  LARGEST_HEAD,
  objectKey,
  type PackReference,
  readHead,
} from "../layout/head.ts";
import { readTable } from "../layout/pack.ts";
import { inParallel } from "./pool.ts";

/** The head as it is in the store. A store without one has an empty one without an ETag. */
export interface SeenHead {
  head: Head;
  etag: string | undefined;
}

/** Reads the head; undefined when its ETag is still this one. One request. */
export async function seeHead(
  client: Client,
  etag: string | undefined,
  signal?: AbortSignal,
): Promise<SeenHead | undefined> {
  const stored = etag === undefined
    ? await client.get(HEAD_KEY, LARGEST_HEAD, signal)
    : await client.getChanged(HEAD_KEY, etag, LARGEST_HEAD, signal);
  if (stored === "unchanged") return undefined;
  if (stored === undefined) return { head: { generation: 0, packs: [] }, etag: undefined };
  return { head: readHead(stored.bytes), etag: stored.etag };
}

/** What packs say, and the bytes of those that were read whole. */
export interface Learned {
  tables: Map<PackReference, Entry[]>;
  whole: Map<string, Uint8Array>;
  /** Packs that are not there. */
  gone: Set<string>;
  /** Packs that are there and no longer what was written. */
  damaged: Set<string>;
}

/** What a person can do about a damaged object: one that is there is not taken for lost. */
export function damaged(key: string): string {
  return `Remove ${key} from the bucket, then sync on a machine that has its files: they come back`;
}

/** New packs up to this size are read whole, since their files are wanted as well. */
const WHOLE_SIZE = 1024 * 1024;
/** Bytes of packs that are kept in memory. */
const MOST_WHOLE = 64 * 1024 * 1024;

/**
 * Reads the tables of packs, one request each.
 *
 * @param wantsFiles read small packs whole where their files are new
 */
export async function learn(
  client: Client,
  packs: readonly PackReference[],
  { wantsFiles, warn, signal }: {
    wantsFiles: boolean;
    warn: Warn;
    signal?: AbortSignal | undefined;
  },
): Promise<Learned> {
  const learned: Learned = {
    tables: new Map(),
    whole: new Map(),
    gone: new Set(),
    damaged: new Set(),
  };
  let kept = 0;
  await inParallel(packs, async (pack) => {
    const isWhole = wantsFiles && !pack.merged && pack.size <= WHOLE_SIZE &&
      (kept += pack.size) <= MOST_WHOLE;
    const key = objectKey(pack.id);
    try {
      const bytes = isWhole
        ? (await client.get(key, pack.size, signal))?.bytes
        : await client.getRange(key, 0, pack.table, signal);
      if (bytes === undefined) return void learned.gone.add(pack.id);
      learned.tables.set(pack, readTable(bytes, pack));
      if (isWhole && bytes.length === pack.size) learned.whole.set(pack.id, bytes);
    } catch (error) {
      // An object of another size, or cut off, is damaged as one with other bytes is.
      if (!isFailure(error, "damaged", "bad_answer")) throw error;
      warn(`${error.message}. ${damaged(key)}`);
      learned.damaged.add(pack.id);
    }
  });
  return learned;
}
