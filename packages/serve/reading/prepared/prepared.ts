import type { Reply } from "@svc/http/listener";
import { LRUCache } from "lru-cache";
import type { ReadingKey } from "../inputs/inputs.ts";

/** Bytes of answers that are kept. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Bytes of the largest answer that is kept. */
const LARGEST = 4 * 1024 * 1024;

/** Milliseconds that an answer counts for without another look. */
const FRESH_MS = 250;

/** Milliseconds that an answer counts for which nothing can tell to be still the same. */
const LATEST_MS = 1000;

/** Milliseconds after which an answer is made again, even if nothing seems to have changed. */
const LONGEST_MS = 10_000;

/** A cheap check whether what an answer was made from is still the same. */
export type Evidence = () => boolean;

/** An answer that can be sent again. */
export interface Prepared {
  /** The operation that it answers. */
  key: ReadingKey;
  /** With status 200. */
  reply: Reply;
  etag: string;
  /** Of the body. */
  bytes: number;
}

interface Kept extends Prepared {
  /** When its reading began. */
  at: number;
  /** When it was last found to be the same. */
  checked: number;
  evidence: Evidence | undefined;
}

/** What one reading gave. */
export interface Made extends Prepared {
  /** Undefined where only time tells. */
  evidence: Evidence | undefined;
}

/** Answers that were made a moment ago, bounded in bytes. */
export interface PreparedAnswers {
  /** The answer, when it still counts. */
  get(key: string): Prepared | undefined;
  /** As `get`, else makes it, once for all who ask meanwhile. */
  load(key: string, make: () => Promise<Made>): Promise<Prepared>;
  /** Forgets all, and what is being made. */
  clear(): void;
}

/** Keeps answers by keys that say all that they depend on, the rights of the caller as well. */
export function preparedAnswers(now: () => number = () => performance.now()): PreparedAnswers {
  const answers = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST,
    sizeCalculation: ({ bytes }, key) => bytes + key.length * 2 + 1000,
  });
  let making = new Map<string, { at: number; made: Promise<Prepared> }>();
  const get = (key: string): Prepared | undefined => {
    const kept = answers.get(key);
    if (kept === undefined) return undefined;
    if (counts(kept, now())) return kept;
    answers.delete(key);
    return undefined;
  };
  return {
    get,
    load(key, make) {
      const known = get(key);
      if (known !== undefined) return Promise.resolve(known);
      const begun = making;
      const at = now();
      const other = begun.get(key);
      // One that takes longer may not have what changed since it began.
      if (other !== undefined && at - other.at < LATEST_MS) return other.made;
      const made = make().then((answer) => {
        // What ended meanwhile may not be in it, and a later one may be done already.
        const isNewest = (answers.peek(key)?.at ?? -Infinity) <= at;
        if (begun === making && isNewest) answers.set(key, { ...answer, at, checked: at });
        return answer;
      }).finally(() => {
        if (begun.get(key)?.made === made) begun.delete(key);
      });
      begun.set(key, { at, made });
      return made;
    },
    clear() {
      answers.clear();
      making = new Map();
    },
  };
}

function counts(kept: Kept, now: number): boolean {
  if (now - kept.checked < FRESH_MS) return true;
  if (kept.evidence === undefined) return now - kept.at < LATEST_MS;
  if (now - kept.at >= LONGEST_MS || !kept.evidence()) return false;
  kept.checked = now;
  return true;
}
