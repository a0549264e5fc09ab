import { SvcError } from "@svc/core/error";
import { fileUrl } from "../../base/files/path.ts";
import { temporaryFolder } from "../../base/files/temporary.ts";
import { plainText } from "../../base/process/deno_text.ts";
import { limitedDeno } from "../../base/process/limits.ts";
import { runToEnd } from "../../base/process/run.ts";
import { CLOSED, closedNames } from "./closed_names.ts";

/** An import as it stands in a file. */
export interface ImportSite {
  specifier: string;
  /** 1-based. */
  line: number;
  /** Absolute path of the local file it resolves to. */
  local?: string;
  /** What it resolves to otherwise: `npm:zod@4`, `node:fs`; undefined for a name that means nothing. */
  target?: string;
  dynamic: boolean;
  /** True for what only types need, such as an `import()` in a comment; nothing loads it. */
  typeOnly: boolean;
}

/** A local module of a graph. */
export interface LocalModule {
  /** Absolute path. */
  path: string;
  /** Why it cannot be used, in Deno's words: absent, or a syntax error. */
  error?: string;
  imports: ImportSite[];
}

const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 1024;

interface InfoPosition {
  specifier?: string;
  span?: { start: { line: number } };
}

interface InfoModule {
  specifier: string;
  local?: string;
  error?: string;
  dependencies?: {
    specifier: string;
    code?: InfoPosition;
    type?: InfoPosition;
    isDynamic?: boolean;
  }[];
}

/** Which modules to read. */
interface GraphOptions {
  /** Absolute paths of the folders that modules may be in; those of svc's own types come with them. */
  folders: readonly string[];
  /** Content of an import map for bare names. */
  importMap?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Every local module reachable from `roots` with its imports, as Deno itself parses them. Nothing is
 * fetched, and no file outside of the folders is opened: those appear as an import only.
 *
 * @param roots absolute paths
 * @throws SvcError `timeout` or `cancelled`; `bundle_failed` when Deno cannot read the graph at all.
 */
export async function moduleGraph(
  roots: readonly string[],
  { folders, importMap, signal }: GraphOptions,
): Promise<LocalModule[]> {
  if (roots.length === 0) return [];
  await using temporary = await temporaryFolder("graph");
  const folder = temporary.path;
  const entry = `${folder}/entry.ts`;
  await Deno.writeTextFile(
    entry,
    roots.map((root) => `import ${JSON.stringify(fileUrl(root))};\n`).join(""),
  );
  const map = `${folder}/import_map.json`;
  const names = closedNames([folder, ...folders], JSON.parse(importMap ?? "{}"));
  await Deno.writeTextFile(map, JSON.stringify(names));
  const outcome = await runToEnd({
    ...limitedDeno({ heapMb: HEAP_MB, cpuSeconds: TIME_LIMIT_MS / 1000 }, [
      "info",
      "--json",
      "--no-config",
      "--no-lock",
      "--no-npm",
      "--no-remote",
      "--node-modules-dir=none",
      `--import-map=${map}`,
      entry,
    ]),
    cwd: folder,
    task: "Reading the imports",
    timeLimitMs: TIME_LIMIT_MS,
    signal,
  });
  if (outcome.code !== 0) {
    throw new SvcError(
      "bundle_failed",
      `The imports cannot be read: ${plainText(outcome.stderr)}`,
    );
  }
  const { modules } = JSON.parse(outcome.stdout) as { modules: InfoModule[] };
  return modules
    .filter((module) => module.specifier.startsWith("file://"))
    .map(toLocal)
    .filter((module) => module.path !== entry);
}

function toLocal(module: InfoModule): LocalModule {
  return {
    path: module.local ?? pathOf(module.specifier),
    ...(module.error === undefined ? {} : { error: plainText(module.error) }),
    imports: (module.dependencies ?? []).map((dependency) => {
      const site = dependency.code ?? dependency.type;
      const target = site?.specifier;
      return {
        specifier: dependency.specifier,
        line: (site?.span?.start.line ?? 0) + 1,
        dynamic: dependency.isDynamic ?? false,
        typeOnly: dependency.code === undefined,
        ...(target === undefined
          ? {}
          : target.startsWith("file://") || target.startsWith(CLOSED)
          ? { local: pathOf(target) }
          : { target: target.replace(/^(npm|jsr):\/+/, "$1:") }),
      };
    }),
  };
}

function pathOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname);
}
