import { SvcError } from "@svc/core/error";
import type { BundledModule } from "../bundle/bundle.ts";
import { absolutePath, fileUrl } from "../files/path.ts";
import { plainText } from "../process/deno_text.ts";
import { limitedDeno, ranOutOfMemory } from "../process/limits.ts";
import { runToEnd } from "../process/run.ts";
import { throwAwayFolder } from "../process/throw_away.ts";
import type { ModuleKind } from "../sources/kinds.ts";
import type { ModuleResult } from "./module.ts";

/** A bundled entry point to evaluate. */
export interface Evaluand {
  kind: ModuleKind;
  file: string;
  module: BundledModule;
}

/** What evaluating one entry point gave. */
export interface Evaluated extends ModuleResult {
  file: string;
  stack?: string;
}

const HARNESS = absolutePath("harness.ts", import.meta.dirname);

const HEAP_MB = 256;

/** Megabytes of what Deno keeps for the modules, such as caches and Web Storage. */
const DISK_MB = 64;

/**
 * Loads the bundles in a child process without any permission and returns what they say of themselves.
 *
 * @throws SvcError `describe_failed` when the child dies or prints no result; `memory_limit`, `disk_limit`,
 *   `timeout`.
 */
export async function evaluate(
  modules: readonly Evaluand[],
  options: { signal?: AbortSignal | undefined; timeLimitMs: number },
): Promise<Evaluated[]> {
  if (modules.length === 0) return [];
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-describe-" }));
  try {
    const token = crypto.randomUUID();
    await using denoDir = await throwAwayFolder(HARNESS);
    const inputs: string[] = [];
    for (const [index, entry] of modules.entries()) {
      await Deno.writeTextFile(`${folder}/module${index}.js`, entry.module.code);
      // A literal import() is part of the static graph, which the sandbox may load, and fails alone.
      inputs.push(
        `{kind:${JSON.stringify(entry.kind)},file:${JSON.stringify(entry.file)},` +
          `load:()=>import("./module${index}.js")}`,
      );
    }
    await Deno.writeTextFile(
      `${folder}/main.js`,
      `import { describeAll } from ${JSON.stringify(fileUrl(HARNESS))};\n` +
        `await describeAll(${JSON.stringify(token)}, [${inputs.join(",")}]);\n`,
    );
    const outcome = await runToEnd({
      ...limitedDeno(
        { heapMb: HEAP_MB, cpuSeconds: Math.ceil(options.timeLimitMs / 1000) * 2 },
        [
          "run",
          "--quiet",
          // Ours, for the harness's own imports; the bundles import nothing but node: modules.
          `--config=${absolutePath("../../../deno.json", import.meta.dirname)}`,
          "--no-lock",
          "--no-prompt",
          "--no-remote",
          "--cached-only",
          "--no-check",
          `--v8-flags=--max-old-space-size=${HEAP_MB}`,
          ...denoDir.flags,
          // Libraries look at variables while they load; here none is set.
          "--ignore-env",
          `${folder}/main.js`,
        ],
      ),
      cwd: folder,
      environment: denoDir.environment,
      disk: { folders: [denoDir.path], limitMb: DISK_MB },
      task: "Describing the extension",
      timeLimitMs: options.timeLimitMs,
      outputLimit: 32 * 1024 * 1024,
      signal: options.signal,
    });
    const line = outcome.stdout.split("\n").find((text) => text.startsWith(token));
    if (line !== undefined) return JSON.parse(line.slice(token.length)) as Evaluated[];
    if (ranOutOfMemory(outcome.stderr)) {
      throw new SvcError("memory_limit", `Loading the extension took more than ${HEAP_MB} MB`, {
        hint: "Do less while the module loads; methods may do more when they run.",
      });
    }
    throw new SvcError(
      "describe_failed",
      `The extension ended while it was loaded (exit code ${outcome.code}): ${
        plainText(outcome.stderr).split("\n")[0] || "no message"
      }`,
      { hint: "A module may only declare things while it loads: no exit, no network, no files." },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
