import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import type {
  GraftRecord,
  ProviderKind,
  ProviderRecord,
  ReportRecord,
  TypeRecord,
} from "../../extension/describe/record.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { listFolder, readTextIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { extensionFolder } from "./folders.ts";
import {
  GRAFT,
  graftKey,
  graftsFolder,
  keyOf,
  PROVIDER,
  providerKey,
  recordFile,
  recordsFolder,
  reportKey,
} from "./record_keys.ts";
import { parseRecord } from "./record_text.ts";

/** Grafts of one type that svc reads. */
const MOST_GRAFTS = 300;

/** A record as it is in the repository: not trusted to run by itself. */
interface Pulled {
  extension: string;
  /** Folder of its `additionalFiles`, relative to the repository. */
  files: string;
  /** SHA-256 of the record's text, by which a consent knows it. */
  recordDigest: string;
}

/** The record of a pulled type. */
type PulledRecord = TypeRecord & Pulled;

/** The record of a pulled report. */
type PulledReport = ReportRecord & Pulled;

/** The record of what a pulled module adds to a type. */
export type PulledGraft = GraftRecord & Pulled & {
  /** What it is kept under. */
  key: string;
};

/** The record of a pulled type of vault or datastore. */
type PulledProvider = ProviderRecord & Pulled;

/** The record of a pulled module. */
export type PulledModuleRecord = PulledRecord | PulledReport | PulledGraft | PulledProvider;

/**
 * The record of a pulled type; undefined when there is none, or when it is not one that a pull writes.
 * A record is never of a built-in or local type, and names no place but those of its extension.
 */
export async function readRecord(
  repository: Repository,
  type: string,
): Promise<PulledRecord | undefined> {
  const record = await readAny(repository, type);
  return record !== undefined && "model" in record ? record : undefined;
}

/** As {@linkcode readRecord}, for a report by its name. */
export async function readReportRecord(
  repository: Repository,
  name: string,
): Promise<PulledReport | undefined> {
  const record = await readAny(repository, reportKey(name));
  return record !== undefined && "report" in record ? record : undefined;
}

/** As {@linkcode readRecord}, for a type of vault or datastore. */
export async function readProviderRecord(
  repository: Repository,
  kind: ProviderKind,
  type: string,
): Promise<PulledProvider | undefined> {
  const record = await readAny(repository, providerKey(kind, type));
  return record !== undefined && "provider" in record ? record : undefined;
}

/** The record kept under a key, of any kind of module. */
export async function readAny(
  repository: Repository,
  key: string,
): Promise<PulledModuleRecord | undefined> {
  const text = await readTextIfPresent(recordFile(repository, key));
  const stored = text === undefined ? undefined : parseRecord(text);
  if (text === undefined || stored === undefined) return undefined;
  // A graft stands under its own type and extension, not under those of another.
  const own = "graft" in stored ? graftKey(stored, 0).slice(0, -1) : undefined;
  if (own === undefined ? key.startsWith(GRAFT) : !isNumbered(key, own)) return undefined;
  // So does a provider under its kind and type.
  const provides = "provider" in stored
    ? providerKey(stored.kind, stored.provider.type)
    : undefined;
  if (provides === undefined ? PROVIDER.test(key) : provides !== key) return undefined;
  return {
    key,
    // An earlier release of svc kept them in no other place, and its records name none.
    files: `${extensionFolder(stored.extension)}/files`,
    ...stored,
    origin: "pulled",
    manifest: `the manifest of ${stored.extension}`,
    recordDigest: await sha256Hex(text),
  };
}

/** Every pulled type by its normalized name. */
export async function listRecords(repository: Repository): Promise<Map<string, PulledRecord>> {
  const records = new Map<string, PulledRecord>();
  for (const [key, record] of await listAll(repository)) {
    if ("model" in record) records.set(key, record);
  }
  return records;
}

/** Every pulled report by its name. */
export async function listReportRecords(
  repository: Repository,
): Promise<Map<string, PulledReport>> {
  const records = new Map<string, PulledReport>();
  for (const record of (await listAll(repository)).values()) {
    if ("report" in record) records.set(record.report.name, record);
  }
  return records;
}

/** Every pulled type of vault or datastore, by its normalized name. */
export async function listProviderRecords(
  repository: Repository,
  kind: ProviderKind,
): Promise<Map<string, PulledProvider>> {
  const records = new Map<string, PulledProvider>();
  for (const record of (await listAll(repository)).values()) {
    if (!("provider" in record) || record.kind !== kind) continue;
    records.set(normalizeType(record.provider.type), record);
  }
  return records;
}

/**
 * What pulled modules add to a type, sorted by extension. Costs one look at a folder when there is none.
 *
 * @throws SvcError `conflict` for more than anybody would pull.
 */
export async function listGrafts(repository: Repository, type: string): Promise<PulledGraft[]> {
  const wanted = `${GRAFT}${type}:`;
  const keys = (await listFolder(graftsFolder(repository))).flatMap(({ name }) => {
    const key = keyOf(name, GRAFT);
    return key?.startsWith(wanted) ? [key] : [];
  });
  if (keys.length > MOST_GRAFTS) {
    throw new SvcError(
      "conflict",
      `${keys.length} modules add to ${type}; svc looks at ${MOST_GRAFTS} of a type at most`,
      { hint: "Look into .svc/grafts: nothing that you pulled makes so many." },
    );
  }
  const records = await Promise.all(keys.sort().map((key) => readAny(repository, key)));
  return records.filter((record) => record !== undefined && "graft" in record);
}

/** Every record, of all kinds of modules, by its key. */
export async function listAll(
  repository: Repository,
): Promise<Map<string, PulledModuleRecord>> {
  const records = new Map<string, PulledModuleRecord>();
  const keys = [
    ...(await listFolder(recordsFolder(repository))).map(({ name }) => keyOf(name)),
    ...(await listFolder(graftsFolder(repository))).map(({ name }) => keyOf(name, GRAFT)),
  ];
  for (const key of keys) {
    const record = key === undefined ? undefined : await readAny(repository, key);
    if (key !== undefined && record) records.set(key, record);
  }
  return records;
}

function isNumbered(key: string, beginning: string): boolean {
  return key.startsWith(beginning) && /^(?:0|[1-9]\d{0,3})$/.test(key.slice(beginning.length));
}
