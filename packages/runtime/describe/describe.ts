import type { Descriptor } from "@svc/core/descriptor";
import type { Manifest } from "@svc/core/manifest";
import type { FoundUse } from "@svc/core/permission";
import { bundle, type BundledModule } from "../bundle/bundle.ts";
import { MODULE_KINDS, type ModuleKind } from "../sources/kinds.ts";
import { assembleDescriptor } from "./assemble.ts";
import { evaluate } from "./evaluate.ts";

/** How to describe. */
export interface DescribeOptions {
  /** The archive's `bundle.lock.json`; with it, dependencies are exactly those that were published. */
  lock?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds the modules may take to load, default 30 s. */
  timeLimitMs?: number;
  /** Told what is being done, for a progress line. */
  onProgress?: ((text: string) => void) | undefined;
}

/** An extension bundled and described. */
export interface DescribedExtension {
  descriptor: Descriptor;
  /** Content of `bundle.lock.json`. */
  lock: Uint8Array;
  /** By entry point: `models/x.ts`. */
  bundles: ReadonlyMap<string, BundledModule>;
  /** What a scan of the code found it to need; absent where none was made. */
  found?: readonly FoundUse[];
}

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
  options.onProgress?.("Bundling");
  const bundles = await bundle(files, entries.map((entry) => `${entry.kind}/${entry.file}`), {
    lock: options.lock,
    signal: options.signal,
  });
  options.onProgress?.("Describing");
  const results = await evaluate(
    entries.map((entry) => ({
      ...entry,
      module: bundles.modules.get(`${entry.kind}/${entry.file}`)!,
    })),
    { signal: options.signal, timeLimitMs: options.timeLimitMs ?? 30_000 },
  );
  return {
    descriptor: assembleDescriptor(results, manifest),
    lock: bundles.lock,
    bundles: bundles.modules,
  };
}

/**
 * As `describeExtension`, for one model file of a repository's own that belongs to no manifest: its
 * type may have any name, and it has no permissions.
 */
export async function describeLoose(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  file: string,
  options: DescribeOptions = {},
): Promise<DescribedExtension> {
  const bundles = await bundle(files, [`models/${file}`], { signal: options.signal });
  const results = await evaluate(
    [{ kind: "models", file, module: bundles.modules.get(`models/${file}`)! }],
    { signal: options.signal, timeLimitMs: options.timeLimitMs ?? 30_000 },
  );
  const descriptor = assembleDescriptor(results, undefined);
  return { descriptor, lock: bundles.lock, bundles: bundles.modules };
}
