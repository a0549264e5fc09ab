import { createHash } from "node:crypto";
import { isRecord, parsedJson } from "@svc/core/json";

/** Longest leaf, in bytes. */
export const LEAF_BYTES = 2_048;

/** Random bytes that hide a leaf of a private collective. */
export const SALT_BYTES = 32;

/** JSON with the keys of each object in order of their UTF-16 units (RFC 8785, section 3.2.3). */
export function sortedJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, one: unknown) =>
      typeof one === "object" && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => a < b ? -1 : 1))
        : one,
  );
}

/**
 * What an entry of the log says: an object, of a kind that may be newer than this release. Undefined
 * for bytes that are not written as every entry is, so that nobody reads another thing in them.
 */
export function readEntry(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  if (bytes.length > LEAF_BYTES) return undefined;
  const text = new TextDecoder().decode(bytes);
  const value = parsedJson(text);
  return isRecord(value) && value["v"] === 1 && sortedJson(value) === text ? value : undefined;
}

/** What hides a leaf: nobody without `salt` can tell which leaf was meant, or that two are equal. */
export function commitmentOf(salt: Uint8Array, leaf: Uint8Array): string {
  if (salt.length !== SALT_BYTES) throw new RangeError(`a salt of ${salt.length} bytes`);
  return createHash("sha256").update(salt).update(leaf).digest("hex");
}
