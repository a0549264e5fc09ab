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

/**
 * A lock that all machines of a datastore see. It keeps machines from doing the same work twice, and
 * svc loses nothing where it fails.
 */
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

/** Limits of one transfer. */
export interface TransferOptions {
  /** Ends it; what was transferred stays. */
  signal?: AbortSignal | undefined;
  /**
   * Folders and files that are wanted, relative and without a slash at the end; all when absent. A
   * provider may bring more.
   */
  only?: readonly string[] | undefined;
}

/**
 * Brings files of a folder to the store and back. Paths are relative to the folder, with `/`.
 *
 * What svc relies on:
 *
 * - After `pullChanged` the folder has every file that the store has.
 * - After `pushChanged` the store has every file that was marked with `markDirty` since the provider was
 *   opened, and is in the folder.
 * - A name that has been given a content keeps it: svc never changes a file, so that comparing names is
 *   enough to know what is new.
 *
 * What svc does not rely on, and checks itself or can do without:
 *
 * - That files are whole, and are what svc wrote: size, checksum, names and owner are compared before
 *   anything is taken over.
 * - That several files appear together or in an order; that a transfer which fails has done nothing.
 * - That the store refuses to overwrite: no two machines ever use the same name for different things.
 * - That a lock is held by one machine only.
 * - That files which are gone from the folder go from the store: a provider should delete what is marked
 *   and gone; where it cannot, versions stay deleted all the same and only their files stay.
 * - That files which are gone from the store go from the folder: where they do, svc notices that the store
 *   has lost something, and sends it again.
 */
export interface SyncService {
  /** Brings what changed in the store into the folder. @returns files changed, where it is known */
  pullChanged(options?: TransferOptions): Promise<number | undefined>;
  /** Brings what was marked into the store. @returns as `pullChanged` */
  pushChanged(options?: TransferOptions): Promise<number | undefined>;
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
  /** @param folder absolute; what is in it is a copy that only the provider and svc's sync write */
  sync(folder: string): SyncService;
}
