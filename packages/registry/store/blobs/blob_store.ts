/** Archives by the SHA-256 of their bytes, hex. A blob never changes. */
export interface BlobStore {
  /**
   * Stores a file's bytes under `checksum`, on disk before it returns; the file is gone afterwards.
   * Storing the same bytes twice is harmless.
   */
  adopt(checksum: string, path: string): Promise<void>;
  /** The blob's bytes as a stream with their number, or undefined when there is none. */
  read(checksum: string): Promise<{ bytes: number; body: ReadableStream<Uint8Array> } | undefined>;
  /** All of the blob, or undefined when there is none. */
  readAll(checksum: string): Promise<Uint8Array | undefined>;
  has(checksum: string): Promise<boolean>;
  remove(checksum: string): Promise<void>;
  /** Every blob with the instant it was stored. */
  list(): AsyncIterable<{ checksum: string; storedAt: Date }>;
}
