import { siblingUrl } from "@svc/core/module";
import { fileUrl } from "../files/path.ts";
import { RUN_MARK } from "../process/leftovers.ts";
import { limitedDeno } from "../process/limits.ts";
import type { ThrowAwayFolder } from "../process/throw_away.ts";

/** A method, report or provider to run in a process of its own. */
export interface ChildProgram {
  /** What of the bundle is run; its method when left out. */
  entry?: "report" | "provider" | undefined;
  /** Absolute path of the bundle. */
  bundle: string;
  /** A folder of the run's own; the child's entry point is written there. */
  scratch: string;
  /** For what Deno itself keeps. */
  denoDir: ThrowAwayFolder;
  /** Working folder. */
  cwd: string;
  permissionFlags: readonly string[];
  environment: Record<string, string>;
  /** By which programs that the method started are recognised, when it may start any. */
  mark: string | undefined;
  timeLimitMs: number;
  memoryLimitMb: number;
}

const METHOD_MAIN = siblingUrl(import.meta, "child/main.ts");
const REPORT_MAIN = siblingUrl(import.meta, "child/report.ts");
const PROVIDER_MAIN = siblingUrl(import.meta, "child/provider.ts");
const CHILD_CEL = siblingUrl(import.meta, "child/cel.ts");

/** Processor time beyond the time limit before the kernel ends a child that outlived svc, in seconds. */
const SPARE_SECONDS = 60;

/**
 * The command that runs a method with exactly the permissions of its flags, without prompts, remote
 * imports or configuration, as the head of a process group and session of its own.
 */
export async function childCommand(program: ChildProgram): Promise<Deno.Command> {
  const main = `${program.scratch}/main.js`;
  await Deno.writeTextFile(
    main,
    `import { start } from ${JSON.stringify(startOf(program))};\n` +
      `await start(() => import(${JSON.stringify(fileUrl(program.bundle))})` +
      `${await celLoader(program.bundle)});\n`,
  );
  const { command, args } = limitedDeno(
    {
      heapMb: program.memoryLimitMb,
      cpuSeconds: Math.ceil(program.timeLimitMs / 1000) + SPARE_SECONDS,
    },
    [
      "run",
      "--quiet",
      "--no-config",
      "--no-lock",
      "--no-prompt",
      "--no-remote",
      "--no-npm",
      "--cached-only",
      "--no-check",
      `--v8-flags=--max-old-space-size=${program.memoryLimitMb}`,
      ...program.permissionFlags,
      // A variable that was not granted reads as unset: libraries look at many while they load.
      "--ignore-env",
      ...program.denoDir.flags,
      main,
    ],
  );
  return new Deno.Command(command, {
    args,
    cwd: program.cwd,
    clearEnv: true,
    env: {
      ...program.environment,
      ...program.denoDir.environment,
      ...(program.mark === undefined ? {} : { [RUN_MARK]: program.mark }),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  });
}

function startOf({ entry }: ChildProgram): string {
  if (entry === "provider") return PROVIDER_MAIN;
  return entry === "report" ? REPORT_MAIN : METHOD_MAIN;
}

/** Loads CEL beside a bundle that names what takes it; others start faster without. */
async function celLoader(bundle: string): Promise<string> {
  if (!(await Deno.readTextFile(bundle)).includes("createCelEnvironment")) return "";
  const modules = [CHILD_CEL, import.meta.resolve("@marcbachmann/cel-js")];
  return `, () => Promise.all([${modules.map((url) => `import(${JSON.stringify(url)})`)}])`;
}
