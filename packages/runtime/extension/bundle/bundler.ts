import { SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { plainText } from "../../base/process/deno_text.ts";
import { commaEscaped } from "../../base/process/flag.ts";
import { limitedDeno, ranOutOfMemory } from "../../base/process/limits.ts";
import { permissionFile, permissionsFrom } from "../../base/process/permission_set.ts";
import { runToEnd } from "../../base/process/run.ts";
import { throwAwayFolder } from "../../base/process/throw_away.ts";
import type { BundlerAnswer, BundlerTask } from "./bundler/task.ts";
import { packageFolder } from "./packages.ts";
import { linkBundler } from "./program/program.ts";
import { packageRegistry, placeLogin } from "./registry.ts";

/** Starts the bundler for one extension, in processes that can read its files and its packages. */
export interface Bundler extends AsyncDisposable {
  /**
   * Fetches what the modules need and completes the lock. No package's files can be read, so that only
   * what needs none is bundled; otherwise the answer tells what could not be fetched.
   */
  fetch(task: Task): Promise<BundlerAnswer>;
  /**
   * Fetches as {@linkcode Bundler.fetch} does and waits for every package: all of them can be read, so
   * that they are bundled as well, which takes longer. What is made of them is thrown away.
   */
  fetchWhole(task: Task): Promise<BundlerAnswer>;
  /** Bundles with what was fetched and the lock names, without network. */
  bundle(task: Task & Pick<BundlerTask, "lenient" | "whole">): Promise<BundlerAnswer>;
  /** True for a path among the packages. */
  isPackage(path: string): boolean;
}

/** What to bundle; the packages are the bundler's own. */
type Task = Pick<BundlerTask, "roots" | "folder">;

/** What the processes of a bundler have in common. */
interface BundlerOptions {
  /** Absolute paths of the extension's files and the entry points: all that is read beside packages. */
  readable: readonly string[];
  /** Working folder, absolute. */
  folder: string;
  /** Absolute path of the lock. */
  lockFile: string;
  /** Absolute path of the import map for bare names. */
  importMap: string;
  /** True when the lock may not change. */
  frozen: boolean;
  signal: AbortSignal | undefined;
  /** Milliseconds for each process. */
  timeLimitMs: number;
}

const MAIN = siblingPath(import.meta, "bundler/main.ts");

/** What bundling may take; the largest bundles seen need a fifth of it. */
const HEAP_MB = 4096;

/** Megabytes of what Deno keeps while it bundles. */
const DISK_MB = 1024;

/** Bytes of the bundles and their maps together. */
const OUTPUT_LIMIT = 256 * 1024 * 1024;

/** A bundler; disposing removes all but the packages it fetched. */
export async function openBundler(options: BundlerOptions): Promise<Bundler> {
  const denoDir = await throwAwayFolder({ module: MAIN });
  try {
    const registry = await packageRegistry();
    const packages = await packageFolder(registry, denoDir.path);
    await packages.linkInto(denoDir.path);
    const environment = {
      ...denoDir.environment,
      ...await linkBundler(denoDir.path),
      // A login of the person's would fetch what is private to them: see `placeLogin`.
      HOME: denoDir.path,
      NPM_CONFIG_REGISTRY: registry,
    };
    const start = (
      task: Omit<BundlerTask, "packages">,
      flags: readonly string[],
      readable: readonly string[],
    ) =>
      run(
        { ...task, packages: packages.root },
        { ...options, environment, denoDir: denoDir.path, flags, readable },
      );
    const { readable, frozen } = options;
    let login: Promise<void> | undefined;
    const loggedIn = () => login ??= placeLogin(registry, denoDir.path);
    return {
      fetch: async (task) => {
        await loggedIn();
        return await start(task, frozen ? ["--frozen"] : [], readable);
      },
      fetchWhole: async (task) => {
        await loggedIn();
        return await start(task, frozen ? ["--frozen"] : [], [...readable, packages.root]);
      },
      bundle: async (task) => {
        const locked = await packages.foldersOf(await Deno.readFile(options.lockFile));
        return await start(task, ["--frozen", "--cached-only"], [...readable, ...locked]);
      },
      isPackage: packages.holds,
      [Symbol.asyncDispose]: () => denoDir[Symbol.asyncDispose](),
    };
  } catch (error) {
    await denoDir[Symbol.asyncDispose]();
    throw error;
  }
}

interface RunOptions extends BundlerOptions {
  environment: Record<string, string>;
  denoDir: string;
  flags: readonly string[];
}

async function run(task: BundlerTask, options: RunOptions): Promise<BundlerAnswer> {
  const { timeLimitMs } = options;
  const permissions = await Deno.makeTempFile({ dir: options.denoDir, suffix: ".json" });
  await Deno.writeTextFile(
    permissions,
    permissionFile([`--allow-read=${commaEscaped(options.readable)}`]),
  );
  const outcome = await runToEnd({
    ...limitedDeno({ heapMb: HEAP_MB, cpuSeconds: Math.ceil(timeLimitMs / 1000) * 2 }, [
      "run",
      "--quiet",
      "--unstable-bundle",
      "--no-prompt",
      "--no-check",
      "--node-modules-dir=none",
      `--lock=${options.lockFile}`,
      `--import-map=${options.importMap}`,
      ...options.flags,
      ...permissionsFrom(permissions),
      MAIN,
    ]),
    cwd: options.folder,
    environment: options.environment,
    stdin: JSON.stringify(task),
    task: "Bundling the extension",
    timeLimitMs,
    outputLimit: OUTPUT_LIMIT,
    disk: { folders: [options.denoDir], limitMb: DISK_MB },
    signal: options.signal,
  });
  if (outcome.code === 0) return JSON.parse(outcome.stdout) as BundlerAnswer;
  if (ranOutOfMemory(outcome.stderr)) {
    throw new SvcError("memory_limit", `Bundling the extension took more than ${HEAP_MB} MB`, {
      hint: "Import less, or smaller packages.",
    });
  }
  return { errors: [{ text: plainText(outcome.stderr) }] };
}
