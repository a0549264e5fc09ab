import { contentsOf, type MirrorRepository } from "./repository.ts";

/** What tells when something was read, how often, or which mirror it is. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  "fetchedAt",
  "observedAt",
  "lastSyncAt",
  "lastCompleteAt",
  "mirrorId",
  "runs",
]);

/** What two mirrors hold, and how they differ. */
export interface Comparison {
  documents: number;
  bytes: number;
  /** Names of those that differ or that only one has. */
  different: string[];
}

/** Compares two mirrors document by document, apart from when and by which run they were read. */
export async function compareMirrors(
  place: MirrorRepository,
  one: string,
  other: string,
): Promise<Comparison> {
  const expected = await digests(place, other);
  const found = await digests(place, one);
  const names = new Set([...expected.digests.keys(), ...found.digests.keys()]);
  const different = [...names].filter((name) =>
    expected.digests.get(name) !== found.digests.get(name)
  );
  return { documents: found.digests.size, bytes: found.bytes, different };
}

async function digests(place: MirrorRepository, behavior: string) {
  const digests = new Map<string, string>();
  let bytes = 0;
  for await (const { name, spec, text } of contentsOf(place, behavior)) {
    bytes += text.length;
    if (spec === "syncRunSummary" || spec === "collectionStatus") continue;
    const content = JSON.stringify(
      JSON.parse(text),
      (key, value) => OF_THE_RUN.has(key) ? undefined : value,
    );
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
    digests.set(name, new Uint8Array(digest).toBase64());
  }
  return { digests, bytes };
}
