import { tryParseExtensionName } from "@svc/core/name";
import { normalizeType } from "@svc/core/type";
import type { ModuleRecord, ReportRecord, TypeRecord } from "../describe/record.ts";
import { sha256Hex } from "../files/digest.ts";
import { listFolder, readTextIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import { BUNDLES_FOLDER, extensionFolder } from "./places.ts";

/** What the record of a pulled module holds on disk; the rest follows from it. */
type StoredRecord =
  & Pick<
    ModuleRecord,
    | "permissions"
    | "extension"
    | "extensionVersion"
    | "folder"
    | "bundle"
    | "bundleDigest"
    | "chunks"
  >
  & (Pick<TypeRecord, "model"> | Pick<ReportRecord, "report">);

/** A record as it lies in the repository: not trusted to run by itself. */
interface Pulled {
  extension: string;
  /** SHA-256 of the record's text, by which a consent knows it. */
  recordDigest: string;
}

/** The record of a pulled type. */
export type PulledRecord = TypeRecord & Pulled;

/** The record of a pulled report. */
export type PulledReport = ReportRecord & Pulled;

const REPORT = "report:";

/** What the record of a report is kept under; that of a type is kept under its normalized name. */
export function reportKey(name: string): string {
  return `${REPORT}${name}`;
}

/** The folder of the records of what was pulled. */
export function recordsFolder(repository: Repository): string {
  return `${repository.state}/types`;
}

/** The file of a record: one small file each, so that a run reads no other. */
export function recordFile(repository: Repository, key: string): string {
  return `${recordsFolder(repository)}/${encodeURIComponent(key)}.json`;
}

/** The text of a record. */
export function recordText(record: TypeRecord | ReportRecord): string {
  const { permissions, extension, extensionVersion, folder, bundle, bundleDigest, chunks } = record;
  const stored: StoredRecord = {
    ...("model" in record ? { model: record.model } : { report: record.report }),
    permissions,
    folder,
    bundle,
    ...(extension === undefined ? {} : { extension }),
    ...(extensionVersion === undefined ? {} : { extensionVersion }),
    ...(bundleDigest === undefined ? {} : { bundleDigest }),
    ...(chunks === undefined ? {} : { chunks }),
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

/** The record kept under a key, of a type or of a report. */
export async function readAny(
  repository: Repository,
  key: string,
): Promise<PulledRecord | PulledReport | undefined> {
  const text = await readTextIfPresent(recordFile(repository, key));
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

/** Every record, of types and of reports, by its key. */
export async function listAll(
  repository: Repository,
): Promise<Map<string, PulledRecord | PulledReport>> {
  const records = new Map<string, PulledRecord | PulledReport>();
  for (const { name } of await listFolder(recordsFolder(repository))) {
    const key = keyOf(name);
    const record = key === undefined ? undefined : await readAny(repository, key);
    if (key !== undefined && record) records.set(key, record);
  }
  return records;
}

/** What a file is the record of, or undefined for a file that is none. */
function keyOf(file: string): string | undefined {
  if (!file.endsWith(".json") || file.startsWith("_")) return undefined;
  try {
    const key = decodeURIComponent(file.slice(0, -".json".length));
    return key.startsWith(REPORT) ? key : normalizeType(key);
  } catch {
    return undefined;
  }
}

function parse(text: string): StoredRecord & { extension: string } | undefined {
  let value: { [key in keyof TypeRecord | "report"]?: unknown };
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { permissions, extension, extensionVersion, folder, bundle, bundleDigest, chunks } = value;
  const module = moduleOf(value);
  const sound = module !== undefined && isRecord(permissions) &&
    typeof extension === "string" && tryParseExtensionName(extension) !== undefined &&
    typeof folder === "string" && BUNDLES_FOLDER.test(folder) &&
    typeof bundle === "string" && /^[^/]+\.js$/.test(bundle) &&
    typeof bundleDigest === "string" && (chunks === undefined || isChunks(chunks));
  if (!sound) return undefined;
  return {
    ...module,
    permissions,
    extension,
    folder,
    bundle,
    bundleDigest,
    ...(chunks === undefined ? {} : { chunks: chunks as Record<string, string> }),
    ...(typeof extensionVersion === "string" ? { extensionVersion } : {}),
  };
}

function isChunks(value: unknown): boolean {
  return isRecord(value) &&
    Object.entries(value).every(([name, digest]) =>
      /^[^/]+\.js$/.test(name) && typeof digest === "string"
    );
}

function moduleOf(
  { model, report }: { model?: unknown; report?: unknown },
): Pick<TypeRecord, "model"> | Pick<ReportRecord, "report"> | undefined {
  if (isRecord(model)) return { model: model as unknown as TypeRecord["model"] };
  const sound = isRecord(report) && typeof report["name"] === "string" &&
    typeof report["scope"] === "string" && Array.isArray(report["labels"]);
  return sound ? { report: report as unknown as ReportRecord["report"] } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
