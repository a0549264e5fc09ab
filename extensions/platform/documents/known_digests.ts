/** The content that each document is known to have, by its name. */
export interface KnownDigests {
  get(name: string): string | undefined;
  /** Keeps the digests of documents that are safely written. */
  add(entries: readonly (readonly [name: string, digest: string])[]): Promise<void>;
  /** Forgets documents that are about to change: after a crash nobody knows which content they have. */
  forget(names: readonly string[]): Promise<void>;
}

/** An index that lasts as long as the run. */
export function memoryDigests(): KnownDigests {
  const known = new Map<string, string>();
  return {
    get: (name) => known.get(name),
    add(entries) {
      for (const [name, digest] of entries) known.set(name, digest);
      return Promise.resolve();
    },
    forget: (names) => Promise.resolve(names.forEach((name) => known.delete(name))),
  };
}
