import { normalizeType } from "@svc/core/type";
import type { GraftRecord, ProviderKind } from "../../extension/describe/record.ts";
import type { Repository } from "../../repository/repository.ts";

const REPORT = "report:";
/** Begins the key of a graft. */
export const GRAFT = "graft:";
/** Begins the key of a type of vault or datastore. */
export const PROVIDER = /^(?:vault|datastore):/;

/** What the record of a type of vault or datastore is kept under. */
export function providerKey(kind: ProviderKind, type: string): string {
  return `${kind}:${normalizeType(type)}`;
}

/** What the record of a report is kept under; that of a type is kept under its normalized name. */
export function reportKey(name: string): string {
  return `${REPORT}${name}`;
}

/**
 * What the record of a graft is kept under: the type it adds to, its extension, and which of that
 * extension's grafts it is.
 */
export function graftKey(
  { graft, extension }: Pick<GraftRecord, "graft" | "extension">,
  index: number,
): string {
  return `${GRAFT}${normalizeType(graft.type)}:${extension}:${index}`;
}

/** True for what {@linkcode graftKey} answers. */
export function isGraftKey(key: string): boolean {
  return key.startsWith(GRAFT);
}

/** The folder of the records of grafts, apart from the others: a run looks for them by their type. */
export function graftsFolder(repository: Repository): string {
  return `${repository.state}/grafts`;
}

/** The folder of the records of what was pulled. */
export function recordsFolder(repository: Repository): string {
  return `${repository.state}/types`;
}

/** The file of a record: one small file each, so that a run reads no other. */
export function recordFile(repository: Repository, key: string): string {
  return key.startsWith(GRAFT)
    ? `${graftsFolder(repository)}/${encodeURIComponent(key.slice(GRAFT.length))}.json`
    : `${recordsFolder(repository)}/${encodeURIComponent(key)}.json`;
}

/** What a file is the record of, or undefined for a file that is none. */
export function keyOf(file: string, folder = ""): string | undefined {
  if (!file.endsWith(".json") || file.startsWith("_")) return undefined;
  try {
    const key = decodeURIComponent(file.slice(0, -".json".length));
    if (folder !== "") return `${folder}${key}`;
    return key.startsWith(REPORT) || PROVIDER.test(key) ? key : normalizeType(key);
  } catch {
    return undefined;
  }
}
