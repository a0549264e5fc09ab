/** Who holds a lock of a datastore (extension format reference §3.5). */
export interface LockInfo {
  /** `user@host`. */
  holder: string;
  hostname: string;
  pid: number;
  /** ISO 8601, UTC. */
  acquiredAt: string;
  /** Milliseconds after which a holder that has not renewed it has lost it. */
  ttlMs: number;
  /** Tells this holding of the lock from every other. */
  nonce?: string;
}

/** A lock that all machines of a datastore see. */
export interface DatastoreLock {
  /** @throws SvcError `lock_timeout` naming the holder; `datastore_failed`; `cancelled` */
  acquire(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  release(): Promise<void>;
  /** Its holder, or undefined when nobody holds it. */
  inspect(): Promise<LockInfo | undefined>;
  /** Takes it from the holder with this nonce; false when another one holds it by now. */
  forceRelease(nonce: string): Promise<boolean>;
}

/** How well a datastore works. */
export interface DatastoreHealth {
  healthy: boolean;
  message: string;
  latencyMs: number;
}

/** Brings files of a folder to the store and back. Paths are relative to the folder, with `/`. */
export interface SyncService {
  /** Brings what changed in the store into the folder. @returns files changed, where it is known */
  pullChanged(options?: { signal?: AbortSignal | undefined }): Promise<number | undefined>;
  /** Brings what was marked into the store. @returns as `pullChanged` */
  pushChanged(options?: { signal?: AbortSignal | undefined }): Promise<number | undefined>;
  /** Tells that a file is about to be written or removed. */
  markDirty(path: string): Promise<void>;
}

/**
 * A store that several machines share (extension format reference §3.5). svc's own answer directly;
 * those of extensions from a sandbox. Disposing ends what stands behind it.
 */
export interface DatastoreProvider extends AsyncDisposable {
  /** @param key what is locked, relative to the store */
  lock(key: string, options?: { ttlMs?: number; maxWaitMs?: number }): DatastoreLock;
  verify(options?: { signal?: AbortSignal | undefined }): Promise<DatastoreHealth>;
  /** @param folder absolute; what lies in it is a copy that only the provider and svc's sync write */
  sync(folder: string): SyncService;
}
