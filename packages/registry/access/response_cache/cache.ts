import type { Compressor, Prepared } from "@svc/http/prepared";
import { LRUCache } from "lru-cache";
import type { Principal } from "../credential/principal.ts";
import type { Events } from "../../platform/events/events.ts";
import type { Following } from "../../platform/store/following.ts";
import type { CachePolicy, CacheSubject } from "./policy.ts";

/** An answer with what ends it. */
export interface CachedAnswer {
  answer: Prepared;
  /** What answered, as logs and metrics name it. */
  route: string;
  policy: CachePolicy;
  /** The extensions it is about, by name. */
  names: readonly string[];
  /** Done each time it is sent, for whom it is sent to. */
  sent: readonly ((caller: Principal) => void)[];
}

/** The cache of answers to strangers. */
export interface ResponseCache {
  compressor: Compressor;
  /** The answer that `address`, path and query as they were sent, got before. */
  at(address: string): CachedAnswer | undefined;
  /** The answer of that key. */
  get(key: AnswerKey): CachedAnswer | undefined;
  /**
   * Remembers that `address` asks for `key`, as long as its answer is cached; not where the address
   * `expires` before that.
   */
  remember(address: string, key: AnswerKey, expires?: number): void;
  /** Rises with every change; what was read before one may be out of date. */
  generation(): number;
  /** Keeps an answer, unless something changed since `generation`. */
  add(key: AnswerKey, answer: CachedAnswer, generation: number): void;
}

/** What an answer is about, however its address was written. */
export interface AnswerKey {
  text: string;
  /** True for what strangers can ask in any number of ways. */
  free: boolean;
}

declare module "../services.ts" {
  interface Services {
    responseCache: ResponseCache;
  }
}

/** Addresses remembered for one answer: a name encoded whole, written out, and a few more. */
const SPELLINGS = 4;

/** The longest address that is remembered: it is kept in memory beside the answer. */
const LONGEST_ADDRESS = 512;

interface Entry extends CachedAnswer {
  until: number;
  addresses: string[];
}

/** What caching answers takes. */
export interface CacheOptions {
  events: Events;
  following: Pick<Following, "current">;
  now: () => Date;
  compressor: Compressor;
  /** Memory for answers, in bytes; a quarter of it is for what strangers can ask in any way. */
  capacity: number;
}

/**
 * Answers in this process, forgotten the moment what they show changes, and not sent while changes
 * by other processes may have gone unheard.
 */
export function createResponseCache(
  { events, following, now, compressor, capacity }: CacheOptions,
): ResponseCache {
  const keysOf = new Map<string, Set<string>>();
  const keyAt = new Map<string, string>();
  let generation = 0;
  const pool = (maxSize: number) =>
    new LRUCache<string, Entry>({
      maxSize,
      sizeCalculation: ({ answer }) => answer.size,
      dispose(entry, key) {
        for (const address of entry.addresses) keyAt.delete(address);
        for (const cause of causesOf(entry)) {
          const keys = keysOf.get(cause);
          keys?.delete(key);
          if (keys?.size === 0) keysOf.delete(cause);
        }
      },
    });
  const free = pool(capacity / 4);
  const named = pool(capacity - capacity / 4);
  const poolOf = (key: string) => key.startsWith(FREE) ? free : named;

  const forget = (cause: string) => {
    for (const key of [...keysOf.get(cause) ?? []]) poolOf(key).delete(key);
  };
  const forgetAll = () => {
    generation++;
    free.clear();
    named.clear();
  };
  events.on("extension.changed", ({ name, only }) => {
    generation++;
    forget(causeOfName(name));
    // Lists show counts of pulls as late as they may be old.
    if (only !== "pulls") forget("extensions");
  });
  events.on("profile.changed", () => {
    generation++;
    forget("profiles");
  });
  events.on("feed.changed", () => {
    generation++;
    forget("feed");
  });
  events.on("collective.changed", forgetAll);
  events.on("store.changed", forgetAll);

  const find = (text: string): Entry | undefined => {
    if (!following.current()) return undefined;
    const entry = poolOf(text).get(text);
    if (entry === undefined || now().getTime() < entry.until) return entry;
    poolOf(text).delete(text);
    return undefined;
  };
  return {
    compressor,
    at(address) {
      const key = keyAt.get(address);
      return key === undefined ? undefined : find(key);
    },
    get: (key) => find(textOf(key)),
    remember(address, key, expires = Infinity) {
      const text = textOf(key);
      const entry = poolOf(text).peek(text);
      if (!entry || keyAt.has(address) || address.length > LONGEST_ADDRESS) return;
      if (expires < entry.until) return;
      // A stranger cannot fill the memory with spellings, nor keep the usual one out with odd ones.
      if (entry.addresses.length >= SPELLINGS) keyAt.delete(entry.addresses.shift()!);
      entry.addresses.push(address);
      keyAt.set(address, text);
    },
    generation: () => generation,
    add(key, answer, before) {
      const text = textOf(key);
      if (before !== generation || text.length > LONGEST_ADDRESS) return;
      const until = now().getTime() + answer.policy.seconds * 1000;
      poolOf(text).set(text, { ...answer, until, addresses: [] });
      if (!poolOf(text).has(text)) return;
      for (const cause of causesOf(answer)) {
        keysOf.set(cause, (keysOf.get(cause) ?? new Set()).add(text));
      }
    },
  };
}

const FREE = "?";

function textOf({ text, free }: AnswerKey): string {
  return free ? FREE + text : text;
}

function causesOf({ policy, names }: CachedAnswer): string[] {
  return policy.shows.flatMap((shown) =>
    shown === "extension" ? names.map(causeOfName) : [shown satisfies CacheSubject]
  );
}

/** Names begin with an at sign, which nothing else that is shown does. */
function causeOfName(name: string): string {
  return name;
}
