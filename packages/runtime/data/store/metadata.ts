import { isRecord } from "@svc/core/json";
import { readSmallFile } from "../../base/files/read.ts";
import type { DataMetadata } from "./item.ts";
import { isGarbageCollection, isLifetime } from "./lifetime.ts";

/** Bytes of a `metadata.yaml`; svc itself writes far fewer. */
const LONGEST = 1_000_000;

/**
 * The metadata in a file, or undefined when there is none of that shape: a repository may bring
 * anything, a named pipe included.
 */
export async function readMetadataFile(path: string): Promise<DataMetadata | undefined> {
  const text = readSmallFile(path, LONGEST);
  return text === undefined ? undefined : await parseMetadata(text);
}

/** As {@linkcode readMetadataFile} for what svc wrote itself: JSON. */
export function readOwnMetadata(path: string): DataMetadata | undefined {
  return parseOwnMetadata(readSmallFile(path, LONGEST) ?? "");
}

/** Reads metadata that svc wrote itself; undefined for anything else. */
export function parseOwnMetadata(text: string): DataMetadata | undefined {
  try {
    return soundMetadata(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Reads the text of a version's `metadata.yaml`; undefined for one that is not of that shape. */
async function parseMetadata(text: string): Promise<DataMetadata | undefined> {
  try {
    // A repository moved here from another tool may hold real YAML.
    return soundMetadata(
      text.startsWith("{") ? JSON.parse(text) : (await import("yaml")).parse(text),
    );
  } catch {
    return undefined;
  }
}

/** The value when it has the shape of metadata, else undefined. */
export function soundMetadata(value: unknown): DataMetadata | undefined {
  if (!isRecord(value)) return undefined;
  const { id, contentType, lifetime, garbageCollection, createdAt, size, checksum } = value;
  const { tags, ownerDefinition, renamedTo, copyOf } = value;
  const sound = [id, contentType, createdAt, checksum].every((one) => typeof one === "string") &&
    isLifetime(lifetime) && isGarbageCollection(garbageCollection) &&
    Number.isSafeInteger(size) && isTime(createdAt as string) &&
    isRecord(tags) && Object.values(tags).every((tag) => typeof tag === "string") &&
    isRecord(ownerDefinition) && typeof ownerDefinition["ownerRef"] === "string" &&
    [renamedTo, copyOf].every((one) => one === undefined || typeof one === "string") &&
    (value["secrets"] === undefined || isSecretPlaces(value["secrets"]));
  return sound ? value as unknown as DataMetadata : undefined;
}

function isSecretPlaces(value: unknown): boolean {
  const isKey = (part: unknown) => typeof part === "string" || Number.isSafeInteger(part);
  return Array.isArray(value) &&
    value.every((place) =>
      isRecord(place) && Array.isArray(place["path"]) && place["path"].every(isKey) &&
      typeof place["vault"] === "string" && typeof place["key"] === "string" &&
      (place["json"] === undefined || place["json"] === true)
    );
}

/** A time in plain letters, so that its order as text is the same everywhere. */
function isTime(text: string): boolean {
  return /^[\x20-\x7e]{1,64}$/.test(text) && !Number.isNaN(Date.parse(text));
}
