/** Archives by the SHA-256 of their bytes, hex. A blob never changes. */
export interface BlobStore {
  /**
   * Where a client gets the blob without passing through this server, for `lifetime` milliseconds;
   * undefined when this server hands it out.
   */
  address(checksum: string, lifetime: number): Promise<string | undefined>;
  /**
   * Stores bytes under their `checksum`; durable before it returns, visible whole or not at all.
   * Storing the same bytes twice is harmless, and puts right what was damaged.
   */
  put(checksum: string, bytes: Uint8Array): Promise<void>;
  /**
   * The blob's bytes as a stream with their number, or undefined when there is none.
   *
   * @throws SvcError as `damagedBlob` makes it, instead of other bytes than were stored
   */
  read(checksum: string): Promise<{ bytes: number; body: ReadableStream<Uint8Array> } | undefined>;
  /**
   * The blob's file, seen from the store's folder, which from now on the owner's group may read;
   * undefined when there is none, or this user cannot let them. Always undefined without a folder.
   *
   * @throws SvcError as {@link BlobStore.read}
   */
  handOver(checksum: string): Promise<string | undefined>;
  /** All of the blob, or undefined when there is none. @throws as {@link BlobStore.read} */
  readAll(checksum: string): Promise<Uint8Array | undefined>;
  /** Reads all of the blob and compares it with its name, whatever was known of it before. */
  check(checksum: string): Promise<BlobState>;
  has(checksum: string): Promise<boolean>;
  remove(checksum: string): Promise<void>;
  /** Every blob with the instant it was stored. */
  list(): AsyncIterable<{ checksum: string; storedAt: Date }>;
  /**
   * Tries whether blobs can be written, read and removed.
   *
   * @throws SvcError that says what is wrong and what to do
   */
  probe(): Promise<void>;
}

/** What {@link BlobStore.check} finds. */
export type BlobState = "whole" | "damaged" | "missing";
