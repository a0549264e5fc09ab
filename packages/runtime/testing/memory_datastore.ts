import { SvcError } from "@svc/core/error";
import type {
  DatastoreLock,
  DatastoreProvider,
  LockInfo,
  SyncService,
} from "../providers/datastore_provider.ts";
import { listFilesBelow } from "../base/files/read.ts";
import { parentOf } from "../base/files/path.ts";

/** What a store holds; several providers may share one, as machines do. */
export interface MemoryStore {
  files: Map<string, Uint8Array>;
  locks: Map<string, LockInfo>;
  /** What was asked of it, in order: `lock behavior-…`, `pull`, `push`, `release behavior-…`. */
  asked: string[];
}

export function memoryStore(): MemoryStore {
  return { files: new Map(), locks: new Map(), asked: [] };
}

/** A datastore in memory that keeps the rules; what `broken` gives stands in the place of a part. */
export function memoryDatastore(
  store: MemoryStore,
  { holder = "ada@here", broken = {} }: { holder?: string; broken?: Partial<Parts> } = {},
): DatastoreProvider {
  return {
    lock: (key, options = {}) => ({ ...memoryLock(store, key, holder, options), ...broken.lock }),
    verify: broken.verify ??
      (() => Promise.resolve({ healthy: true, message: "fine", latencyMs: 1 })),
    sync: (folder) => ({ ...memorySync(store, folder), ...broken.sync }),
    [Symbol.asyncDispose]: () => {
      store.asked.push("close");
      return Promise.resolve();
    },
  };
}

interface Parts {
  lock: Partial<DatastoreLock>;
  verify: DatastoreProvider["verify"];
  sync: Partial<SyncService>;
}

function memoryLock(
  { locks, asked }: MemoryStore,
  key: string,
  holder: string,
  { ttlMs = 30_000, maxWaitMs = 0 }: { ttlMs?: number; maxWaitMs?: number },
): DatastoreLock {
  let nonce: string | undefined;
  return {
    async acquire({ signal } = {}) {
      const until = performance.now() + maxWaitMs;
      while (locks.has(key)) {
        signal?.throwIfAborted();
        if (performance.now() >= until) {
          throw new SvcError("lock_timeout", `${key} is held by ${locks.get(key)!.holder}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      nonce = crypto.randomUUID();
      asked.push(`lock ${key}`);
      locks.set(key, {
        holder,
        hostname: holder.split("@")[1]!,
        pid: Deno.pid,
        acquiredAt: new Date().toISOString(),
        ttlMs,
        nonce,
      });
    },
    release() {
      asked.push(`release ${key}`);
      if (locks.get(key)?.nonce === nonce) locks.delete(key);
      return Promise.resolve();
    },
    inspect: () => Promise.resolve(locks.get(key)),
    forceRelease(of) {
      if (locks.get(key)?.nonce !== of) return Promise.resolve(false);
      locks.delete(key);
      return Promise.resolve(true);
    },
  };
}

function memorySync({ files, asked }: MemoryStore, folder: string): SyncService {
  return {
    async pullChanged() {
      asked.push("pull");
      for (const [path, bytes] of files) {
        await Deno.mkdir(parentOf(`${folder}/${path}`), { recursive: true });
        await Deno.writeFile(`${folder}/${path}`, bytes);
      }
      return files.size;
    },
    async pushChanged() {
      asked.push("push");
      for (const path of await listFilesBelow(folder)) {
        if (!files.has(path)) files.set(path, await Deno.readFile(`${folder}/${path}`));
      }
      return files.size;
    },
    markDirty: () => Promise.resolve(),
  };
}
