import type { TypeOrigin } from "@svc/core/answer";
import type {
  ModelDescriptor,
  ProviderDescriptor,
  ReportDescriptor,
  TypeGraft,
} from "@svc/core/descriptor";
import type { FoundUse, Permissions } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { sha256Hex } from "../../base/files/digest.ts";
import { writeAtomic } from "../../base/files/write.ts";
import type { DescribedExtension } from "./describe.ts";

/** What is known of a bundled module on this machine; written when its extension is bundled. */
export interface ModuleRecord {
  /** What it asks for. What it may do is for the person's consent to say. */
  permissions: Permissions;
  /** True when its manifest has a `permissions` key, be it empty: then that is all it asks for. */
  declares?: boolean;
  /** What a scan of its extension's code found beside that; absent where none was made. */
  found?: readonly FoundUse[];
  origin: TypeOrigin;
  /** Name of its extension, when it has one. */
  extension?: string;
  /** Version of its extension. */
  extensionVersion?: string;
  /** Names of the extensions that its manifest depends on, when there are any. */
  dependencies?: string[];
  /** Folder of its bundle, relative to `.svc`, or absolute for a built-in type. */
  folder: string;
  /** File of the bundle in that folder. */
  bundle: string;
  /** SHA-256 of the bundle in hexadecimal; a built-in type has none. */
  bundleDigest?: string;
  /** SHA-256 of each file in that folder that the bundle imports, when it shares code with others. */
  chunks?: Record<string, string>;
  /** Folder of its `additionalFiles`, relative to the repository. */
  files?: string;
  /** File that declares its permissions, relative to the repository, for error messages. */
  manifest?: string;
}

/** The record of a behavior type. */
export interface TypeRecord extends ModuleRecord {
  model: ModelDescriptor;
}

/** The record of a report. */
export interface ReportRecord extends ModuleRecord {
  report: ReportDescriptor;
}

/** The record of what a module adds to a type, of its own extension or of another. */
export interface GraftRecord extends ModuleRecord {
  graft: TypeGraft;
}

/** What a module provides: a kind of vault, or of datastore. */
export type ProviderKind = "vault" | "datastore";

/** The record of a type of vault or datastore. */
export interface ProviderRecord extends ModuleRecord {
  kind: ProviderKind;
  provider: ProviderDescriptor;
}

/** The records of an extension's modules. */
export interface ExtensionRecords {
  /** By normalized type. */
  types: Map<string, TypeRecord>;
  /** By name. */
  reports: Map<string, ReportRecord>;
  /** In the order of the descriptor. */
  grafts: GraftRecord[];
  /** Vaults, then datastores, in the order of the descriptor. */
  providers: ProviderRecord[];
}

/** What records and bundles are written from. */
export type BundledExtension =
  & Pick<DescribedExtension, "descriptor" | "bundles" | "chunks">
  & Partial<Pick<DescribedExtension, "declares" | "found">>;

/**
 * Writes the bundles of an extension into `folder`, and returns the records of its modules.
 *
 * @param folder absolute
 * @param about what the records say beside the module and its bundle
 */
export async function writeBundles(
  folder: string,
  described: BundledExtension,
  about: Omit<
    ModuleRecord,
    "permissions" | "declares" | "found" | "bundle" | "bundleDigest" | "chunks"
  >,
): Promise<ExtensionRecords> {
  await Deno.mkdir(folder, { recursive: true });
  const digests = new Map<string, string>();
  const files = [
    ...[...described.bundles].map(([entry, bundle]) => [bundleName(entry), bundle] as const),
    ...described.chunks,
  ];
  for (const [name, bundle] of files) {
    // Not written through what may stand there: a link that came with a repository.
    await writeAtomic(`${folder}/${name}`, bundle.code);
    await writeAtomic(`${folder}/${name}.map`, bundle.map);
    digests.set(name, await sha256Hex(bundle.code));
  }
  const { models, reports, grafts = [], vaults, datastores, permissions } = described.descriptor;
  const found = described.found === undefined ? {} : { found: described.found };
  const recordOf = (entry: string): ModuleRecord => {
    const bundle = bundleName(entry);
    const { chunks = [] } = described.bundles.get(entry)!;
    return {
      permissions,
      ...(described.declares ? { declares: true } : {}),
      ...found,
      bundle,
      bundleDigest: digests.get(bundle)!,
      ...(chunks.length === 0
        ? {}
        : { chunks: Object.fromEntries(chunks.map((name) => [name, digests.get(name)!])) }),
      ...about,
    };
  };
  return {
    types: new Map(models.map((model) => [
      normalizeType(model.type),
      { model, ...recordOf(`models/${model.file}`) },
    ])),
    reports: new Map(reports.map((report) => [
      report.name,
      { report, ...recordOf(`reports/${report.file}`) },
    ])),
    grafts: grafts.map((graft) => ({ graft, ...recordOf(`models/${graft.file}`) })),
    providers: [
      ...vaults.map((provider) => ({
        kind: "vault" as const,
        provider,
        ...recordOf(`vaults/${provider.file}`),
      })),
      ...datastores.map((provider) => ({
        kind: "datastore" as const,
        provider,
        ...recordOf(`datastores/${provider.file}`),
      })),
    ],
  };
}

/** `models/a/b.ts` → `models-a-b.js`, flat, as bundles import their chunks from beside them. */
function bundleName(entry: string): string {
  return `${entry.replaceAll("%", "%25").replaceAll("-", "%2d").replaceAll("/", "-")}.js`;
}

/** What the records of an extension's modules say of its dependencies: their names, without versions. */
export function dependenciesOf(
  { dependencies }: { dependencies: readonly string[] },
): Pick<ModuleRecord, "dependencies"> {
  const names = dependencies.map((one) => one.replace(/(?<=.)@.*$/, ""));
  return names.length === 0 ? {} : { dependencies: names };
}
