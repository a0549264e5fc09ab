import type { Descriptor } from "@svc/core/descriptor";
import type { Manifest } from "@svc/core/manifest";
import type { FoundUse } from "@svc/core/permission";
import { bundle, type BundledModule } from "../bundle/bundle.ts";
import { scanModules, type Unscanned } from "../scan/scan.ts";
import { withSdks } from "../sdks/with_sdks.ts";
import type { Sdk } from "../sdks/sdk.ts";
import { MODULE_KINDS, type ModuleKind } from "../sources/kinds.ts";
import { assembleDescriptor } from "./assemble.ts";
import { evaluate } from "./evaluate.ts";

/** How to describe. */
export interface DescribeOptions {
  /** The archive's `bundle.lock.json`; with it, dependencies are exactly those that were published. */
  lock?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds the modules may take to load, default 30 s and one more for each. */
  timeLimitMs?: number;
  /** The SDKs whose needs are one each, default those that svc knows. */
  sdks?: readonly Sdk[] | undefined;
  /** Told what is being done, for a progress line. */
  onProgress?: ((text: string) => void) | undefined;
}

/** An extension bundled and described. */
export interface DescribedExtension {
  descriptor: Descriptor;
  /** True when the manifest has a `permissions` key, be it empty. */
  declares: boolean;
  /** Content of `bundle.lock.json`. */
  lock: Uint8Array;
  /** By entry point: `models/x.ts`. */
  bundles: ReadonlyMap<string, BundledModule>;
  /** What a scan of the code found it to need. */
  found: readonly FoundUse[];
  /** Entry points whose code could not be scanned, and why; none when empty. */
  unscanned: readonly Unscanned[];
  /** What several bundles share, by file name. */
  chunks: ReadonlyMap<string, BundledModule>;
}

const LOAD_MS = 30_000;
const LOAD_ENTRY_MS = 1000;

/** The entry points of a manifest: kind, and path relative to the kind's folder. */
export function entryPoints(manifest: Manifest): { kind: ModuleKind; file: string }[] {
  return MODULE_KINDS.flatMap(({ kind }) =>
    manifest[kind].map((entry) => ({
      kind,
      file: entry.split("/").filter((part) => part !== "" && part !== ".").join("/"),
    }))
  );
}

/**
 * Bundles an extension's published files and evaluates each entry point in a sandbox without any
 * permission, for its types, arguments and outputs. Push and pull call it alike.
 *
 * @param files by path relative to `extension/`
 * @throws SvcError `bundle_failed` or `describe_failed` naming file and key; `timeout`, `cancelled`.
 */
export async function describeExtension(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  manifest: Manifest,
  options: DescribeOptions = {},
): Promise<DescribedExtension> {
  const entries = entryPoints(manifest);
  return await described(files, entries, manifest, options);
}

/**
 * As `describeExtension`, for one module of a repository's own that belongs to no manifest: it may
 * have any name, and declares no permissions.
 */
export async function describeLoose(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  entry: { kind: ModuleKind; file: string },
  options: DescribeOptions = {},
): Promise<DescribedExtension> {
  return await described(files, [entry], undefined, options);
}

async function described(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  entries: readonly { kind: ModuleKind; file: string }[],
  manifest: Manifest | undefined,
  { lock, signal, timeLimitMs = LOAD_MS + entries.length * LOAD_ENTRY_MS, sdks, onProgress }:
    DescribeOptions,
): Promise<DescribedExtension> {
  onProgress?.("Bundling");
  const { modules, chunks, lock: newLock } = await bundle(
    files,
    entries.map(({ kind, file }) => `${kind}/${file}`),
    { lock, signal },
  );
  onProgress?.("Describing");
  const evaluands = entries.map((entry) => ({
    ...entry,
    module: modules.get(`${entry.kind}/${entry.file}`)!,
  }));
  const [results, { found, unscanned }] = await both(
    (signal) => evaluate(evaluands, { chunks, signal, timeLimitMs }),
    (signal) => scanModules(new Map([...modules, ...chunks]), { signal }),
    signal,
  );
  return {
    descriptor: assembleDescriptor(results, manifest),
    declares: manifest?.permissions !== undefined,
    lock: newLock,
    bundles: modules,
    chunks,
    found: withSdks(found, newLock, sdks),
    unscanned,
  };
}

/** Runs both at once; when one fails, ends the other before it throws. */
async function both<First, Second>(
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
  signal: AbortSignal | undefined,
): Promise<[First, Second]> {
  const stop = new AbortController();
  const either = AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]);
  const work = [first(either), second(either)] as const;
  try {
    return await Promise.all(work);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(work);
    throw error;
  }
}
