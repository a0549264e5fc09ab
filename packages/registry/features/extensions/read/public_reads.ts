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

/** Addresses remembered for one answer: a name encoded whole, written out, and a few more. */
const SPELLINGS = 4;

/** Memory for prepared answers, in bytes. */
const CAPACITY = 64 * 1024 * 1024;

/**
 * Prepared answers in process, forgotten the moment an extension or a collective changes.
 * Several replicas would need these events from the store; the embedded store has one process.
 */
export function createPublicReads(events: Events, capacity = CAPACITY): PublicReads {
  const answers = new Map<string, PreparedAnswer>();
  const keysOf = new Map<string, Set<string>>();
  const addresses = new Map<string, PreparedAnswer>();
  const addressesOf = new Map<string, string[]>();
  let held = 0;
  let generation = 0;

  const drop = (key: string) => {
    const answer = answers.get(key);
    if (!answer) return;
    answers.delete(key);
    held -= answer.body.byteLength;
    for (const address of addressesOf.get(key) ?? []) addresses.delete(address);
    addressesOf.delete(key);
    const keys = keysOf.get(answer.name);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(answer.name);
  };
  events.on("extension.changed", ({ name }) => {
    generation++;
    for (const key of [...keysOf.get(name) ?? []]) drop(key);
  });
  events.on("collective.changed", () => {
    generation++;
    answers.clear();
    keysOf.clear();
    addresses.clear();
    addressesOf.clear();
    held = 0;
  });

  return {
    get: (key) => answers.get(key),
    at: (address) => addresses.get(address),
    remember(address, key) {
      const answer = answers.get(key);
      const known = addressesOf.get(key) ?? [];
      // One resource has few spellings; a stranger cannot fill the memory with them.
      if (!answer || known.length >= SPELLINGS || addresses.has(address)) return;
      addresses.set(address, answer);
      addressesOf.set(key, [...known, address]);
    },
    async load(key, prepare) {
      const before = generation;
      const { answer, shared } = await prepare();
      if (!shared || before !== generation) return answer;
      drop(key);
      answers.set(key, answer);
      held += answer.body.byteLength;
      keysOf.set(answer.name, (keysOf.get(answer.name) ?? new Set()).add(key));
      for (const oldest of answers.keys()) {
        if (held <= capacity) break;
        drop(oldest);
      }
      return answer;
    },
  };
}
