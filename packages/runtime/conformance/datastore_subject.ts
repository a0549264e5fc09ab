import type { DatastoreProvider, LockInfo } from "../providers/datastore_provider.ts";
import type { Rule } from "./rule.ts";

/** What `createProvider` of `export const datastore` gives (extension format reference §3.5). */
export interface DatastoreUnderTest {
  createLock(path: string, options: {
    lockKey: string;
    ttlMs: number;
    retryIntervalMs: number;
    maxWaitMs: number;
  }): LockUnderTest | Promise<LockUnderTest>;
  createVerifier(): VerifierUnderTest | Promise<VerifierUnderTest>;
  createSyncService(
    repoDir: string,
    cachePath: string,
  ): SyncUnderTest | Promise<SyncUnderTest>;
  resolveDatastorePath?(repoDir: string): string | Promise<string>;
}

/** A lock of a datastore. */
export interface LockUnderTest {
  acquire(): Promise<unknown>;
  release(): Promise<unknown>;
  inspect(): Promise<LockInfo | null | undefined>;
  forceRelease(nonce: string): Promise<boolean>;
}

/** What svc gives a transfer, for one that nobody cancels. */
export function unbounded(): { signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

/** What says how a datastore is. */
export interface VerifierUnderTest {
  verify(): Promise<{ healthy: boolean; message: string; latencyMs: number }>;
}

/** What brings files to the store and back. */
export interface SyncUnderTest {
  pullChanged(options?: { signal?: AbortSignal }): Promise<unknown>;
  pushChanged(options?: { signal?: AbortSignal }): Promise<unknown>;
  markDirty(options: { relPath: string }): Promise<unknown> | unknown;
}

/** How the suite comes to the stores of the provider that is checked. */
export interface DatastoreSubject {
  /**
   * Makes a provider for the store of this name, as a machine of its own would. For a name that it has
   * not seen before the store is empty; for one that it has, it is the same store again.
   */
  open(name: string): DatastoreUnderTest | Promise<DatastoreUnderTest>;
  /** Ends what stands behind a provider, if anything does. */
  close?(provider: DatastoreUnderTest): unknown;
  /** A provider whose store does not answer or refuses; its rule is left out without it. */
  unreachable?(): DatastoreUnderTest | Promise<DatastoreUnderTest>;
  /**
   * Takes a lock in a process that is then killed, and gives back when that is done; its rule is left out
   * without it.
   */
  abandon?(name: string, lock: { lockKey: string; ttlMs: number }): Promise<void>;
  /** Milliseconds after which a lock that nobody renews is free; 2000 when absent. */
  ttlMs?: number;
  /** Milliseconds that one rule may take; 60,000 when absent. */
  timeoutMs?: number;
}

/** A machine: a provider of its own with a folder of its own. */
export interface Machine {
  provider: DatastoreUnderTest;
  sync: { pullChanged(): Promise<unknown>; pushChanged(): Promise<unknown> };
  /** Writes a file into the folder and marks it. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Marks a file and removes it from the folder. */
  remove(path: string): Promise<void>;
  /** The content of a file in the folder; undefined when it is not there. */
  read(path: string): Promise<Uint8Array | undefined>;
  lock(lockKey: string, options?: { maxWaitMs?: number; ttlMs?: number }): Promise<LockUnderTest>;
}

/** A rule of a store that nothing has used. */
export const storeRule = (
  name: string,
  use: (machine: () => Promise<Machine>, name: string, subject: DatastoreSubject) => Promise<void>,
): Rule<DatastoreSubject> => ({
  name,
  check: (subject) => withStore(subject, (machine, store) => use(machine, store, subject)),
});

/** Gives `work` a store that nothing has used, and a way to come to it from one machine more. */
export async function withStore(
  { open, close, ttlMs: ttl = 2000 }: DatastoreSubject,
  work: (machine: () => Promise<Machine>, name: string) => Promise<void>,
): Promise<void> {
  const name = `check-${crypto.randomUUID()}`;
  const folders: string[] = [];
  const providers: DatastoreUnderTest[] = [];
  const machine = async (): Promise<Machine> => {
    const provider = await open(name);
    providers.push(provider);
    const folder = await Deno.makeTempDir({ prefix: "svc-conformance-" });
    folders.push(folder);
    const cache = `${folder}/cache`;
    await Deno.mkdir(cache);
    const sync = await provider.createSyncService(folder, cache);
    const place = await provider.resolveDatastorePath?.(folder) ?? folder;
    return {
      provider,
      sync: {
        pullChanged: () => sync.pullChanged(unbounded()),
        pushChanged: () => sync.pushChanged(unbounded()),
      },
      async write(path, content) {
        await sync.markDirty({ relPath: path });
        const target = `${cache}/${path}`;
        await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
        await Deno.writeFile(target, content);
      },
      async remove(path) {
        await sync.markDirty({ relPath: path });
        await Deno.remove(`${cache}/${path}`);
      },
      async read(path) {
        try {
          return await Deno.readFile(`${cache}/${path}`);
        } catch (error) {
          if (error instanceof Deno.errors.NotFound) return undefined;
          throw error;
        }
      },
      lock: async (lockKey, { maxWaitMs = 0, ttlMs = ttl } = {}) =>
        await provider.createLock(place, { lockKey, ttlMs, retryIntervalMs: 50, maxWaitMs }),
    };
  };
  try {
    await work(machine, name);
  } finally {
    for (const provider of providers) await close?.(provider);
    for (const folder of folders) await Deno.remove(folder, { recursive: true });
  }
}

/** A provider in svc's own form as the suite asks it. */
export function underTest(provider: DatastoreProvider): DatastoreUnderTest {
  return {
    createLock: (_, { lockKey, ttlMs, maxWaitMs }) => provider.lock(lockKey, { ttlMs, maxWaitMs }),
    createVerifier: () => ({ verify: () => provider.verify() }),
    createSyncService(_, folder) {
      const sync = provider.sync(folder);
      return {
        pullChanged: (options) => sync.pullChanged(options),
        pushChanged: (options) => sync.pushChanged(options),
        markDirty: ({ relPath }) => sync.markDirty(relPath),
      };
    },
  };
}
