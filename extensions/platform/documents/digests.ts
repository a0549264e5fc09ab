import { createHash } from "node:crypto";

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

/** What tells of the reading and not of what was read. */
const OF_THE_READING: Readonly<Record<string, readonly string[]>> = {
  collectionStatus: ["at", "itemCount"],
};

/** A digest of a document's content: the same for the same, whenever it was fetched. */
export function contentDigest(spec: string, data: object): string {
  const without = OF_THE_READING[spec] ?? ["fetchedAt"];
  const content = Object.fromEntries(
    Object.entries(data).filter(([key]) => !without.includes(key)),
  );
  const digest = createHash("sha256").update(canonical(content)).digest();
  return digest.subarray(0, 16).toString("base64url");
}

/** JSON whose keys are in order, so that it depends on the content alone. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => isPlain(part) ? ordered(part) : part);
}

function ordered(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
