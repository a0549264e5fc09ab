import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { tryParseExtensionName } from "@svc/core/name";
import { normalizeType } from "@svc/core/type";
import type {
  GraftRecord,
  ModuleRecord,
  ProviderKind,
  ProviderRecord,
  ReportRecord,
  TypeRecord,
} from "../describe/record.ts";
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
  & StoredModule;

type StoredModule =
  | Pick<TypeRecord, "model">
  | Pick<ReportRecord, "report">
  | Pick<GraftRecord, "graft">
  | Pick<ProviderRecord, "kind" | "provider">;

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

/** The record of what a pulled module adds to a type. */
export type PulledGraft = GraftRecord & Pulled & {
  /** What it is kept under. */
  key: string;
};

/** The record of a pulled type of vault or datastore. */
export type PulledProvider = ProviderRecord & Pulled;

/** The record of a pulled module. */
export type PulledModuleRecord = PulledRecord | PulledReport | PulledGraft | PulledProvider;

const REPORT = "report:";
const GRAFT = "graft:";
const PROVIDER = /^(?:vault|datastore):/;

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

/** The text of a record. */
export function recordText(
  record: TypeRecord | ReportRecord | GraftRecord | ProviderRecord,
): string {
  const { permissions, extension, extensionVersion, folder, bundle, bundleDigest, chunks } = record;
  const stored: StoredRecord = {
    ...("model" in record
      ? { model: record.model }
      : "report" in record
      ? { report: record.report }
      : "graft" in record
      ? { graft: record.graft }
      : { kind: record.kind, provider: record.provider }),
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
  const stored = text === undefined ? undefined : parse(text);
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

/** Grafts of one type that svc reads. */
const MOST_GRAFTS = 300;

function isNumbered(key: string, beginning: string): boolean {
  return key.startsWith(beginning) && /^(?:0|[1-9]\d{0,3})$/.test(key.slice(beginning.length));
}

/** What a file is the record of, or undefined for a file that is none. */
function keyOf(file: string, folder = ""): string | undefined {
  if (!file.endsWith(".json") || file.startsWith("_")) return undefined;
  try {
    const key = decodeURIComponent(file.slice(0, -".json".length));
    if (folder !== "") return `${folder}${key}`;
    return key.startsWith(REPORT) || PROVIDER.test(key) ? key : normalizeType(key);
  } catch {
    return undefined;
  }
}

function parse(text: string): StoredRecord & { extension: string } | undefined {
  let value: { [key in keyof TypeRecord | "report" | "graft" | "kind" | "provider"]?: unknown };
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
  { model, report, graft, kind, provider }: {
    [part in "model" | "report" | "graft" | "kind" | "provider"]?: unknown;
  },
): StoredModule | undefined {
  if (isRecord(model)) return { model: model as unknown as TypeRecord["model"] };
  if (isRecord(graft)) {
    const { type, methods, dataOutputSpecs, checks = [] } = graft;
    const sound = typeof type === "string" &&
      [methods, dataOutputSpecs, checks].every(Array.isArray);
    return sound ? { graft: graft as unknown as GraftRecord["graft"] } : undefined;
  }
  if (isRecord(provider)) {
    const { type, configSchema = {} } = provider;
    const sound = (kind === "vault" || kind === "datastore") && typeof type === "string" &&
      isRecord(configSchema);
    return sound
      ? { kind, provider: provider as unknown as ProviderRecord["provider"] }
      : undefined;
  }
  const sound = isRecord(report) && typeof report["name"] === "string" &&
    typeof report["scope"] === "string" && Array.isArray(report["labels"]);
  return sound ? { report: report as unknown as ReportRecord["report"] } : undefined;
}
