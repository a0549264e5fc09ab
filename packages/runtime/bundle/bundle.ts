import { type ErrorDetail, SvcError } from "@svc/core/error";
import { assertClosed, assertContained, assertSourcesContained } from "./containment.ts";
import { dependencyHint } from "./dependency_hint.ts";
import { plainLock } from "./lock.ts";
import { plainText } from "../process/deno_text.ts";
import { runToEnd } from "../process/run.ts";

/** What to bundle and under which lock. */
export interface BundleOptions {
  /** The lock made when the extension was pushed. With it no other dependency is accepted. */
  lock?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds, default 120 s. */
  timeLimitMs?: number;
}

/** Self-contained modules made from an extension's sources. */
export interface Bundles {
  /** By entry point (`models/x.ts`): one ES module with every dependency inside. */
  modules: ReadonlyMap<string, BundledModule>;
  /** The lock that names every npm and jsr package with its digest. */
  lock: Uint8Array;
}

/** One bundled entry point. */
export interface BundledModule {
  code: string;
  /** Source map, for the lines in error messages. */
  map: string;
}

const EMPTY_LOCK = '{\n  "version": "5"\n}\n';

/**
 * Bundles each entry point with `deno bundle`, in a throw-away folder that holds the published
 * files and nothing else, so that push and pull build the same. Nothing from outside of the extension
 * and its packages gets into a bundle, nor is imported by one.
 *
 * @param files by path relative to `extension/`
 * @throws SvcError `bundle_failed` with `file:line`; `timeout`, `cancelled`.
 */
export async function bundle(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  entries: readonly string[],
  options: BundleOptions = {},
): Promise<Bundles> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-bundle-" }));
  try {
    const lockFile = `${folder}/lock.json`;
    const given = options.lock === undefined ? undefined : plainLock(options.lock);
    await Deno.writeFile(lockFile, given ?? new TextEncoder().encode(EMPTY_LOCK));
    for (const [path, file] of files) {
      const target = `${folder}/extension/${path}`;
      await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
      await Deno.writeFile(target, file.bytes);
    }
    // One process for all entry points; each gets a name of its own, as two kinds may share one.
    for (const [index, entry] of entries.entries()) {
      const specifier = JSON.stringify(`./extension/${entry}`);
      await Deno.writeTextFile(`${folder}/entry${index}.ts`, `export * from ${specifier};\n`);
    }
    const roots = entries.map((_, index) => `${folder}/entry${index}.ts`);
    await assertContained(folder, roots, options.signal);
    await denoBundle(folder, roots, lockFile, options);
    const outputs = entries.map((_, index) => `${folder}/out/entry${index}.js`);
    await assertClosed(outputs, options.signal);
    const modules = new Map<string, BundledModule>();
    for (const [index, entry] of entries.entries()) {
      const out = outputs[index]!;
      const map = JSON.parse(await Deno.readTextFile(`${out}.map`)) as SourceMap;
      await assertSourcesContained(folder, `${folder}/out`, map.sources);
      modules.set(entry, { code: await Deno.readTextFile(out), map: relativeSources(map) });
    }
    return { modules, lock: plainLock(await Deno.readFile(lockFile)) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function denoBundle(
  folder: string,
  roots: readonly string[],
  lockFile: string,
  options: BundleOptions,
): Promise<void> {
  if (roots.length === 0) return;
  const outcome = await runToEnd({
    command: Deno.execPath(),
    args: [
      "bundle",
      "--quiet",
      "--platform",
      "deno",
      "--minify",
      "--keep-names",
      "--sourcemap",
      "external",
      "--no-config",
      "--node-modules-dir=none",
      `--lock=${lockFile}`,
      ...(options.lock === undefined ? [] : ["--frozen"]),
      "--outdir",
      `${folder}/out`,
      ...roots,
    ],
    cwd: folder,
    task: "Bundling the extension",
    timeLimitMs: options.timeLimitMs ?? 120_000,
    signal: options.signal,
  });
  if (outcome.code !== 0) throw await bundleError(outcome.stderr, folder, options);
}

async function bundleError(
  stderr: string,
  folder: string,
  options: BundleOptions,
): Promise<SvcError> {
  const text = plainText(stderr).replaceAll(`file://${folder}/extension/`, "").replaceAll(
    `${folder}/extension/`,
    "",
  );
  if (/lockfile is out of date/i.test(text)) {
    return new SvcError(
      "bundle_failed",
      "The sources need dependencies that bundle.lock.json does not name",
      {
        hint: "The archive was not made by 'svc extension push'. Ask its publisher to push again.",
      },
    );
  }
  const place = /^\s*at (\S+?:\d+)(?::\d+)?$/m.exec(text)?.[1];
  const what =
    text.split("\n").find((line) => line.startsWith("error: "))?.slice("error: ".length) ??
      text.split("\n")[0] ?? "";
  const details: ErrorDetail[] = place === undefined ? [] : [{ path: place, message: what }];
  const missing = /Could not find constraint '([^']+)'|npm package '([^']+)' does not exist/.exec(
    text,
  );
  return new SvcError(
    "bundle_failed",
    `The extension cannot be bundled: ${place === undefined ? "" : `${place}: `}${what}`,
    {
      details,
      hint: missing
        ? await dependencyHint(missing[1] ?? missing[2]!)
        : options.lock === undefined
        ? "Mend the line named above."
        : "The published sources are at fault; ask the publisher for a new version.",
    },
  );
}

/** Sources of a map are named relative to the throw-away folder; the published path is what helps. */
function relativeSources({ sourcesContent: _, ...map }: SourceMap): string {
  const sources = map.sources.map((source) =>
    source.replace(/^.*?extension\//, "").replace(/^.*\/npm\/[^/]+\//, "npm:")
  );
  return JSON.stringify({ ...map, sources });
}

interface SourceMap {
  sources: string[];
  sourcesContent?: unknown;
}
