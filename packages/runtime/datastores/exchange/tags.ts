import { sha256 } from "./digest.ts";
import type { Amendment } from "./record_file.ts";

/** A short digest of tags, whatever their order. */
export function tagsDigest(tags: Record<string, string>): string {
  return sha256(tagsText(tags)).slice(0, 24);
}

/** Both amendments of one version as one; the order does not matter. */
export function mergeAmendments(a: Amendment | undefined, b: Amendment): Amendment {
  if (a === undefined) return b;
  const newer = a.revision - b.revision || (tagsText(a.tags) < tagsText(b.tags) ? -1 : 1);
  const { tags, revision } = newer < 0 ? b : a;
  return { id: b.id, number: Math.max(a.number, b.number), tags, revision };
}

function tagsText(tags: Record<string, string>): string {
  return JSON.stringify(Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
