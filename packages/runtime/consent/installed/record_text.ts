import { isRecord, parsedJson } from "@svc/core/json";
import { tryParseExtensionName } from "@svc/core/name";
import type {
  GraftRecord,
  ModuleRecord,
  ProviderRecord,
  ReportRecord,
  TypeRecord,
} from "../../extension/describe/record.ts";
import { isPermissions } from "../consent.ts";
import { BUNDLES_FOLDER, FILES_FOLDER } from "./folders.ts";

/** The members of a record that stand on disk, in this order; the rest follows from it. */
const COMMON = [
  "permissions",
  "folder",
  "bundle",
  "extension",
  "extensionVersion",
  "dependencies",
  "bundleDigest",
  "chunks",
  "files",
] as const satisfies readonly (keyof ModuleRecord)[];
const MODULE = ["model", "report", "graft", "kind", "provider"] as const;

type StoredRecord = Pick<ModuleRecord, typeof COMMON[number]> & StoredModule;

type StoredModule =
  | Pick<TypeRecord, "model">
  | Pick<ReportRecord, "report">
  | Pick<GraftRecord, "graft">
  | Pick<ProviderRecord, "kind" | "provider">;

/** The text of a record. */
export function recordText(
  record: TypeRecord | ReportRecord | GraftRecord | ProviderRecord,
): string {
  const stored: { [key in string]?: unknown } = { ...record };
  return JSON.stringify(
    Object.fromEntries([...MODULE, ...COMMON].map((key) => [key, stored[key]])),
  );
}

/** What a text holds; undefined when it is not a record that a pull writes. */
export function parseRecord(text: string): StoredRecord & { extension: string } | undefined {
  const value = parsedJson(text);
  if (!isRecord(value)) return undefined;
  const { permissions, extension, extensionVersion, dependencies, folder, bundle, bundleDigest } =
    value;
  const { chunks, files } = value;
  const module = moduleOf(value);
  const sound = module !== undefined && isPermissions(permissions) &&
    isName(extension) &&
    (dependencies === undefined || Array.isArray(dependencies) && dependencies.every(isName)) &&
    typeof folder === "string" && BUNDLES_FOLDER.test(folder) &&
    typeof bundle === "string" && /^[^/]+\.js$/.test(bundle) &&
    typeof bundleDigest === "string" && (chunks === undefined || isChunks(chunks)) &&
    (files === undefined || typeof files === "string" && FILES_FOLDER.test(files));
  if (!sound) return undefined;
  return {
    ...module,
    permissions,
    extension,
    folder,
    bundle,
    bundleDigest,
    ...(chunks === undefined ? {} : { chunks: chunks as Record<string, string> }),
    ...(files === undefined ? {} : { files }),
    ...(typeof extensionVersion === "string" ? { extensionVersion } : {}),
    ...(dependencies === undefined ? {} : { dependencies }),
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && tryParseExtensionName(value) !== undefined;
}

function isChunks(value: unknown): boolean {
  return isRecord(value) &&
    Object.entries(value).every(([name, digest]) =>
      /^[^/]+\.js$/.test(name) && typeof digest === "string"
    );
}

function moduleOf(
  { model, report, graft, kind, provider }: { [part in typeof MODULE[number]]?: unknown },
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
