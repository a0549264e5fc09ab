/** Archives by the SHA-256 of their bytes, hex. A blob never changes. */
export interface BlobStore {
  /**
   * Stores bytes under their `checksum`; durable before it returns, visible whole or not at all.
   * Storing the same bytes twice is harmless.
   */
  put(checksum: string, bytes: Uint8Array): Promise<void>;
  /** The blob's bytes as a stream with their number, or undefined when there is none. */
  read(checksum: string): Promise<{ bytes: number; body: ReadableStream<Uint8Array> } | undefined>;
  /** All of the blob, or undefined when there is none. */
  readAll(checksum: string): Promise<Uint8Array | undefined>;
  has(checksum: string): Promise<boolean>;
  remove(checksum: string): Promise<void>;
  /** Every blob with the instant it was stored. */
  list(): AsyncIterable<{ checksum: string; storedAt: Date }>;
}
