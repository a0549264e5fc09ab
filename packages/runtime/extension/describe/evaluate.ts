import { SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import type { BundledModule } from "../bundle/bundle.ts";
import { sourceLocation } from "../bundle/source_location.ts";
import { INSTALLATION } from "../../base/files/installation.ts";
import { fileUrl } from "../../base/files/path.ts";
import { temporaryFolder } from "../../base/files/temporary.ts";
import { plainText } from "../../base/process/deno_text.ts";
import { limitedDeno, ranOutOfMemory } from "../../base/process/limits.ts";
import { type RunOutcome, runToEnd } from "../../base/process/run.ts";
import { throwAwayFolder } from "../../base/process/throw_away.ts";
import type { ModuleKind } from "../sources/kinds.ts";
import type { ModuleResult } from "./module.ts";
import { standIns } from "./surroundings/stand_ins.ts";

/** A bundled entry point to evaluate. */
interface Evaluand {
  kind: ModuleKind;
  file: string;
  module: BundledModule;
}

/** What evaluating one entry point gave. */
export interface Evaluated extends ModuleResult {
  file: string;
  /** Where its load failed, as V8 prints it. */
  stack?: string;
  /** The line of the extension at fault: `models/x.ts:12`. */
  place?: string;
}

/** What entry points are evaluated with. */
interface EvaluateOptions {
  /** What they share, by file name. */
  chunks: ReadonlyMap<string, BundledModule>;
  signal?: AbortSignal | undefined;
  /** Milliseconds for all of them. */
  timeLimitMs: number;
}

const HARNESS = siblingPath(import.meta, "harness.ts");

/** As much as a run has: what takes more to load could not be run. */
const HEAP_MB = 512;

/** Megabytes of what Deno keeps for the modules, such as caches and Web Storage. */
const DISK_MB = 64;

/**
 * Loads the bundles in a child process without any permission and returns what they say of themselves.
 * When the child ends early, the halves are loaded apart until the entry point is found.
 *
 * @throws SvcError `describe_failed` when a child dies or prints no result; `memory_limit`, `disk_limit`,
 *   `timeout`. The first two name the entry point.
 */
export async function evaluate(
  modules: readonly Evaluand[],
  options: EvaluateOptions,
): Promise<Evaluated[]> {
  if (modules.length === 0) return [];
  const deadline = Date.now() + options.timeLimitMs;
  await using folder = await temporaryFolder("describe");
  await writeModules(folder.path, modules, options.chunks);
  return await evaluated(folder.path, modules.map((_, index) => index));

  async function evaluated(folder: string, indexes: readonly number[]): Promise<Evaluated[]> {
    const entries = indexes.map((index) => [index, modules[index]!] as const);
    const results = await load(folder, entries, {
      ...options,
      timeLimitMs: indexes.length === modules.length
        ? options.timeLimitMs
        : Math.max(deadline - Date.now(), 1),
    });
    if (Array.isArray(results)) return results;
    if (indexes.length === 1) throw endedEarly(modules[indexes[0]!]!, results);
    const half = Math.ceil(indexes.length / 2);
    return [
      ...await evaluated(folder, indexes.slice(0, half)),
      ...await evaluated(folder, indexes.slice(half)),
    ];
  }
}

async function writeModules(
  folder: string,
  modules: readonly Evaluand[],
  chunks: ReadonlyMap<string, BundledModule>,
): Promise<void> {
  const files = [
    ...modules.map(({ module }, index) => [`module${index}.js`, module] as const),
    ...chunks,
  ];
  for (const [name, { code, map }] of files) {
    await Deno.writeTextFile(`${folder}/${name}`, code);
    await Deno.writeTextFile(`${folder}/${name}.map`, map);
  }
  for (const [name, text] of await standIns()) await Deno.writeTextFile(`${folder}/${name}`, text);
}

/** What a child says of some of the modules, or how it ended without a word. */
async function load(
  folder: string,
  modules: readonly (readonly [number, Evaluand])[],
  options: EvaluateOptions,
): Promise<Evaluated[] | RunOutcome> {
  const token = crypto.randomUUID();
  await using denoDir = await throwAwayFolder({ module: HARNESS });
  const main = `${folder}/main.js`;
  await Deno.writeTextFile(main, programOf(token, modules));
  const outcome = await runToEnd({
    ...limitedDeno({ heapMb: HEAP_MB, cpuSeconds: Math.ceil(options.timeLimitMs / 1000) * 2 }, [
      "run",
      "--quiet",
      // Ours, for the harness's own imports; the bundles import nothing but node: modules.
      `--config=${INSTALLATION}/deno.json`,
      `--import-map=${folder}/imports.json`,
      "--no-lock",
      "--no-prompt",
      "--no-remote",
      "--cached-only",
      "--no-check",
      `--v8-flags=--max-old-space-size=${HEAP_MB}`,
      // Without `denoDir.flags`: nothing may be read or written anyway, and Deno refuses a flag that
      // names a folder with a comma.
      // Libraries look at variables while they load; here none is set but HOME, which the surroundings
      // make the same everywhere before a module loads.
      "--ignore-env",
      "--allow-env=HOME",
      main,
    ]),
    cwd: folder,
    environment: denoDir.environment,
    disk: { folders: [denoDir.path], limitMb: DISK_MB },
    task: "Describing the extension",
    timeLimitMs: options.timeLimitMs,
    outputLimit: 64 * 1024 * 1024,
    signal: options.signal,
  });
  const line = outcome.stdout.split("\n").find((text) => text.startsWith(token));
  if (line === undefined) return outcome;
  const results = JSON.parse(line.slice(token.length)) as Evaluated[];
  for (const [at, result] of results.entries()) {
    const [problem] = result.problems;
    if (result.stack === undefined || problem === undefined) continue;
    const { place, native } = await sourceLocation(
      { message: problem.message, stack: result.stack },
      `${folder}/module${modules[at]![0]}.js`,
    );
    if (place !== undefined) result.place = place;
    if (native !== undefined) problem.message = native;
  }
  return results;
}

function programOf(token: string, modules: readonly (readonly [number, Evaluand])[]): string {
  // A literal import() is part of the static graph, which the sandbox may load, and fails alone.
  const inputs = modules.map(([index, { kind, file }]) =>
    `{kind:${JSON.stringify(kind)},file:${JSON.stringify(file)},` +
    `load:()=>import("./module${index}.js")}`
  );
  return `import { describeAll } from ${JSON.stringify(fileUrl(HARNESS))};\n` +
    `await describeAll(${JSON.stringify(token)}, [${inputs.join(",")}]);\n`;
}

function endedEarly({ kind, file }: Evaluand, { code, stderr }: RunOutcome): SvcError {
  const entry = `${kind}/${file}`;
  if (ranOutOfMemory(stderr)) {
    return new SvcError("memory_limit", `Loading ${entry} took more than ${HEAP_MB} MB`, {
      details: [{ path: entry, message: "takes too much memory while it loads" }],
      hint: "Import only the parts of a package that you use, and do the work in methods.",
    });
  }
  const why = plainText(stderr).split("\n").find((line) => line.trim() !== "") ?? "no message";
  return new SvcError(
    "describe_failed",
    `${entry} ended the process that loaded it (exit code ${code}): ${why}`,
    {
      details: [{ path: entry, message: "exits while it loads" }],
      hint: "A module may only declare things while it loads: no exit, no network, no files.",
    },
  );
}
