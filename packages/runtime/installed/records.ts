import { tryParseExtensionName } from "@svc/core/name";
import { normalizeType } from "@svc/core/type";
import type { TypeRecord } from "../describe/record.ts";
import { sha256Hex } from "../files/digest.ts";
import { listFolder, readTextIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import { BUNDLES_FOLDER, extensionFolder } from "./places.ts";

/** What the record of a pulled type holds on disk; the rest follows from it. */
type StoredRecord = Pick<
  TypeRecord,
  "model" | "permissions" | "extension" | "extensionVersion" | "folder" | "bundle" | "bundleDigest"
>;

/** The record of a pulled type, as it lies in the repository: not trusted to run by itself. */
export interface PulledRecord extends TypeRecord {
  extension: string;
  /** SHA-256 of the record's text, by which a consent knows it. */
  recordDigest: string;
}

/** The folder of the records of pulled types. */
export function typesFolder(repository: Repository): string {
  return `${repository.state}/types`;
}

/** The record file of a pulled type: one small file a type, so that a run reads no other. */
export function recordFile(repository: Repository, type: string): string {
  return `${typesFolder(repository)}/${encodeURIComponent(type)}.json`;
}

/** The text of a record. */
export function recordText(record: TypeRecord): string {
  const { model, permissions, extension, extensionVersion, folder, bundle, bundleDigest } = record;
  const stored: StoredRecord = {
    model,
    permissions,
    folder,
    bundle,
    ...(extension === undefined ? {} : { extension }),
    ...(extensionVersion === undefined ? {} : { extensionVersion }),
    ...(bundleDigest === undefined ? {} : { bundleDigest }),
  };
  return JSON.stringify(stored);
}

/**
 * The record of a pulled type; undefined when there is none, or when it is not one that a pull writes.
 * A record is never of a built-in or local type, and names no place but those of its extension.
 */
export async function readRecord(
  repository: Repository,
  type: string,
): Promise<PulledRecord | undefined> {
  const text = await readTextIfPresent(recordFile(repository, type));
  const stored = text === undefined ? undefined : parse(text);
  if (text === undefined || stored === undefined) return undefined;
  return {
    ...stored,
    origin: "pulled",
    files: `${extensionFolder(stored.extension)}/files`,
    manifest: `the manifest of ${stored.extension}`,
    recordDigest: await sha256Hex(text),
  };
}

/** Every pulled type of the index by its normalized name. */
export async function listRecords(repository: Repository): Promise<Map<string, PulledRecord>> {
  const records = new Map<string, PulledRecord>();
  for (const { name } of await listFolder(typesFolder(repository))) {
    const type = typeOf(name);
    const record = type === undefined ? undefined : await readRecord(repository, type);
    if (type !== undefined && record) records.set(type, record);
  }
  return records;
}

/** The type whose record a file is, or undefined for a file that is none. */
function typeOf(file: string): string | undefined {
  if (!file.endsWith(".json") || file.startsWith("_")) return undefined;
  try {
    return normalizeType(decodeURIComponent(file.slice(0, -".json".length)));
  } catch {
    return undefined;
  }
}

function parse(text: string): StoredRecord & { extension: string } | undefined {
  let value: Partial<StoredRecord>;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { model, permissions, extension, extensionVersion, folder, bundle, bundleDigest } = value;
  const sound = typeof model === "object" && model !== null &&
    typeof permissions === "object" && permissions !== null &&
    typeof extension === "string" && tryParseExtensionName(extension) !== undefined &&
    typeof folder === "string" && BUNDLES_FOLDER.test(folder) &&
    typeof bundle === "string" && /^[^/]+\.js$/.test(bundle) &&
    typeof bundleDigest === "string";
  if (!sound) return undefined;
  return {
    model,
    permissions,
    extension,
    folder,
    bundle,
    bundleDigest,
    ...(typeof extensionVersion === "string" ? { extensionVersion } : {}),
  };
}
