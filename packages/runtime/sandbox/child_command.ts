import { siblingUrl } from "@svc/core/module";
import { fileUrl, parentOf } from "../base/files/path.ts";
import { readTextIfPresent } from "../base/files/read.ts";
import { RUN_MARK } from "../base/process/leftovers.ts";
import type { GroupCommand } from "../base/process/group.ts";
import { limitedDeno } from "../base/process/limits.ts";
import { permissionFile, permissionsFrom } from "../base/process/permission_set.ts";
import type { ThrowAwayFolder } from "../base/process/throw_away.ts";

/** What a child loads. */
interface ChildCode {
  /** What of the bundle is run (default: its method). */
  entry?: "report" | "provider" | undefined;
  /** Absolute path of the bundle. */
  bundle: string;
}

/** A method, report or provider to run in a process of its own. */
export interface ChildProgram extends ChildCode {
  /** What Deno is told to run, as `childMain` gives it. */
  main: string;
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
const CHILD_HTTPS = siblingUrl(import.meta, "child/https.ts");

/** Processor time beyond the time limit before the kernel ends a child that outlived svc, in seconds. */
const SPARE_SECONDS = 60;

/** A command to be started with `spawnChild`. */
interface ChildCommand extends GroupCommand {
  cwd: string;
  /** All that its environment holds. */
  environment: Readonly<Record<string, string>>;
  /** The file that its permissions are read from, and what it says. */
  permissions: { path: string; text: string };
}

/** What a bundle names, and what is so loaded or changed for it. */
export interface Beside {
  cel: boolean;
  https: boolean;
  umask: boolean;
  access: boolean;
  childProcess: boolean;
  requires: boolean;
}

/**
 * The module that Deno is told to run, as a `data:` URL: in a file of the run's own it would be a new
 * module each time, which Deno compiles and writes down.
 */
export function childMain(code: ChildCode, { cel, https }: Pick<Beside, "cel" | "https">): string {
  const bundle = JSON.stringify(fileUrl(code.bundle));
  const first = https ? `import ${JSON.stringify(CHILD_HTTPS)};\n` : "";
  const text = `${first}import { start } from ${JSON.stringify(startOf(code))};
await start(() => import(${bundle})${cel ? celLoader() : ""});
`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** The name of a chunk, in the code of a file beside it. */
const CHUNK = /["']\.\/(chunk-[A-Z0-9]+\.js)["']/g;

/** The code of a bundle and of the chunks that it shares with others. */
async function codeOf(bundle: string): Promise<string> {
  const files = new Set([bundle]);
  const codes: string[] = [];
  for (const file of files) {
    const code = await readTextIfPresent(file) ?? "";
    codes.push(code);
    for (const [, name] of code.matchAll(CHUNK)) files.add(`${parentOf(bundle)}/${name}`);
  }
  return codes.join("\n");
}

/** Others start faster without what a bundle does not name: Node's own modules take 50 ms to load. */
export async function besideOf(bundle: string): Promise<Beside> {
  const text = await codeOf(bundle);
  return {
    cel: text.includes("createCelEnvironment"),
    https: /["'`](?:node:)?https["'`]/.test(text),
    umask: text.includes("umask"),
    access: /["'`](?:node:)?fs(?:\/promises)?["'`]/.test(text) && /\baccess(?:Sync)?\b/.test(text),
    childProcess: text.includes("child_process"),
    requires: text.includes("createRequire"),
  };
}

/**
 * The command that runs a method with exactly the permissions of its flags, without prompts, remote
 * imports or configuration. It is to be the head of a process group and session of its own.
 */
export function childCommand(program: ChildProgram): ChildCommand {
  const permissions = {
    path: `${program.denoDir.path}/permissions.json`,
    text: permissionFile([...program.permissionFlags, ...program.denoDir.flags]),
  };
  const command = limitedDeno(
    {
      heapMb: program.memoryLimitMb,
      cpuSeconds: Math.ceil(program.timeLimitMs / 1000) + SPARE_SECONDS,
    },
    [
      "run",
      "--quiet",
      ...permissionsFrom(permissions.path),
      "--no-lock",
      "--no-prompt",
      "--no-remote",
      "--no-npm",
      "--cached-only",
      "--no-check",
      `--v8-flags=--max-old-space-size=${program.memoryLimitMb}`,
      // A variable that was not granted reads as unset: libraries look at many while they load.
      "--ignore-env",
      program.main,
    ],
  );
  return {
    ...command,
    cwd: program.cwd,
    environment: {
      ...program.environment,
      ...program.denoDir.environment,
      ...(program.mark === undefined ? {} : { [RUN_MARK]: program.mark }),
    },
    permissions,
  };
}

/** Starts a child with all of its pipes. */
export function spawnChild(
  { command, args, detached, cwd, environment, permissions }: ChildCommand,
): Deno.ChildProcess {
  Deno.writeTextFileSync(permissions.path, permissions.text, { mode: 0o600 });
  return new Deno.Command(command, {
    args,
    cwd,
    clearEnv: true,
    env: { ...environment },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached,
  }).spawn();
}

function startOf({ entry }: ChildCode): string {
  if (entry === "provider") return PROVIDER_MAIN;
  return entry === "report" ? REPORT_MAIN : METHOD_MAIN;
}

function celLoader(): string {
  const modules = [CHILD_CEL, import.meta.resolve("@marcbachmann/cel-js")];
  return `, () => Promise.all([${modules.map((url) => `import(${JSON.stringify(url)})`)}])`;
}
