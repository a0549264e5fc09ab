import { LRUCache } from "lru-cache";
import type { Events } from "../../../platform/events/events.ts";

/** An answer to a public read, ready to send. */
export interface PreparedAnswer {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  /** Pairs, as a response takes them a third sooner than `Headers`. */
  headers: { public: [string, string][]; private: [string, string][] };
}

/** Prepared answers to reads that are the same for everybody, by address. */
export interface PublicReads {
  get(key: string): PreparedAnswer | undefined;
  /** The answer that `address`, path and query as they were sent, got before. */
  at(address: string): PreparedAnswer | undefined;
  /** Remembers that `address` asks for `key`, as long as its answer is kept. */
  remember(address: string, key: string): void;
  /**
   * Prepares an answer and keeps it when it is the same for everybody, unless something changed
   * while it was prepared.
   */
  load(
    key: string,
    prepare: () => Promise<{ answer: PreparedAnswer; shared: boolean }>,
  ): Promise<PreparedAnswer>;
}

declare module "../../../access/services.ts" {
  interface Services {
    publicReads: PublicReads;
  }
}

/** Addresses remembered for one answer: a name encoded whole, written out, and a few more. */
const SPELLINGS = 4;

/** Memory for prepared answers, in bytes. */
const CAPACITY = 64 * 1024 * 1024;

/**
 * Prepared answers in process, forgotten the moment an extension or a collective changes.
 * Several replicas would need these events from the store; the embedded store has one process.
 */
export function createPublicReads(events: Events, capacity = CAPACITY): PublicReads {
  const keysOf = new Map<string, Set<string>>();
  const keyAt = new Map<string, string>();
  let generation = 0;
  const kept = new LRUCache<string, { answer: PreparedAnswer; addresses: string[] }>({
    maxSize: capacity,
    sizeCalculation: ({ answer }) => answer.body.byteLength,
    dispose({ answer: { name }, addresses }, key) {
      for (const address of addresses) keyAt.delete(address);
      const keys = keysOf.get(name);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(name);
    },
  });
  events.on("extension.changed", ({ name }) => {
    generation++;
    for (const key of [...keysOf.get(name) ?? []]) kept.delete(key);
  });
  events.on("collective.changed", () => {
    generation++;
    kept.clear();
  });

  return {
    get: (key) => kept.get(key)?.answer,
    at(address) {
      const key = keyAt.get(address);
      return key === undefined ? undefined : kept.get(key)?.answer;
    },
    remember(address, key) {
      const known = kept.peek(key);
      // One resource has few spellings; a stranger cannot fill the memory with them.
      if (!known || known.addresses.length >= SPELLINGS || keyAt.has(address)) return;
      known.addresses.push(address);
      keyAt.set(address, key);
    },
    async load(key, prepare) {
      const before = generation;
      const { answer, shared } = await prepare();
      if (!shared || before !== generation) return answer;
      kept.set(key, { answer, addresses: [] });
      if (kept.has(key)) {
        keysOf.set(answer.name, (keysOf.get(answer.name) ?? new Set()).add(key));
      }
      return answer;
    },
  };
}
