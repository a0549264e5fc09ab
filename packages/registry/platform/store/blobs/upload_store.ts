/** The bytes of an upload as a file of this machine. Disposing removes what was made for it. */
export interface UploadFile extends AsyncDisposable {
  path: string;
  bytes: number;
  /** SHA-256 of the bytes, hex. */
  checksum: string;
}

/** What the store knows of an upload. */
export interface StoredUpload {
  id: string;
  bytes: number;
  /** When it was stored. */
  storedAt: Date;
}

/**
 * Archives that wait for their confirmation, by the id of their announcement (a UUID). Whatever
 * process takes the confirmation finds them.
 */
export interface UploadStore {
  /**
   * Where a client may `PUT` the bytes without passing through this server, for `lifetime`
   * milliseconds; undefined when they come through it.
   */
  address(id: string, lifetime: number): Promise<string | undefined>;
  /**
   * Stores what came through this server; whole or not at all, in place of an earlier one, durable
   * before it returns.
   */
  write(
    id: string,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<{ checksum: string; bytes: number }>;
  /** How many bytes wait under the id; undefined when nothing does. Nothing of them is read. */
  size(id: string): Promise<number | undefined>;
  /**
   * The bytes as a file that child processes can read; undefined when there are none.
   *
   * @throws LongUpload for more than `most` bytes
   */
  lay(id: string, most: number): Promise<UploadFile | undefined>;
  /** Removing what is not there is harmless. */
  remove(id: string): Promise<void>;
  /** Everything that waits. */
  list(): AsyncIterable<StoredUpload>;
}
