/** Who holds a lock. */
export interface LockInfo {
  /** `user@host`. */
  holder: string;
  hostname: string;
  pid: number;
  /** ISO 8601, UTC, by the holder's clock: for people, nothing is decided with it. */
  acquiredAt: string;
  /** Milliseconds after which a holder that has not renewed the lock has lost it. */
  ttlMs: number;
  /** Tells this holding of the lock from every other. */
  nonce: string;
}

/** The lock's object: a holding of it, or the end of one. It stays there when nobody holds it. */
export interface LockRecord extends LockInfo {
  /** Grows with every renewal, so that each has an ETag of its own. */
  beat: number;
  released: boolean;
}

/** Bytes of a lock's object that are read. */
export const LARGEST_LOCK = 4096;

/** The bytes of a lock's object. */
export function lockBytes(record: LockRecord): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ format: 1, ...record }));
}

/** A lock's object; undefined for one that svc did not write, which nobody holds. */
export function readLock(bytes: Uint8Array): LockRecord | undefined {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  const { holder, hostname, pid, acquiredAt, ttlMs, nonce, beat, released } = value ?? {};
  const texts = [holder, hostname, acquiredAt, nonce];
  if (!texts.every((text) => typeof text === "string" && text.length <= 300)) return undefined;
  if (![pid, ttlMs, beat].every(Number.isSafeInteger)) return undefined;
  return {
    holder: plain(holder as string),
    hostname: plain(hostname as string),
    pid: pid as number,
    acquiredAt: plain(acquiredAt as string),
    ttlMs: ttlMs as number,
    nonce: nonce as string,
    beat: beat as number,
    released: released === true,
  };
}

/** Anyone who can write to the bucket may have written it, and people read it. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
}
