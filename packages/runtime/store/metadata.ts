import type { DataMetadata } from "./item.ts";

/**
 * Reads the text of a version's `metadata.yaml`; undefined for one that is not of that shape, as a
 * repository may bring anything.
 */
export async function parseMetadata(text: string): Promise<DataMetadata | undefined> {
  let value: unknown;
  try {
    // A repository moved here from another tool may hold real YAML.
    value = text.startsWith("{") ? JSON.parse(text) : (await import("yaml")).parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { id, contentType, lifetime, createdAt, size, checksum, tags, ownerDefinition } = value;
  const texts = [id, contentType, lifetime, createdAt, checksum];
  const sound = texts.every((one) => typeof one === "string") && typeof size === "number" &&
    isRecord(tags) && Object.values(tags).every((tag) => typeof tag === "string") &&
    isRecord(ownerDefinition);
  return sound ? value as unknown as DataMetadata : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
