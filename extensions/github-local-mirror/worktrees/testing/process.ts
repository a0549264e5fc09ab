import type { Written } from "../../../testing/run.ts";
import type { Ground } from "./ground.ts";

/** What a worker is told. */
export interface Job {
  root: string;
  globalArgs: Record<string, unknown>;
  data: [string, Record<string, unknown>][];
  specs: [string, string][];
  calls: [method: string, args: Record<string, unknown>][];
  /** Be killed where the first document would be written. */
  dieAtWrite: boolean;
}

/** The outcome of one call. */
export interface Told {
  method: string;
  written: Written[];
  failure: { code: string; message: string } | null;
}

/** How a worker is started. */
export interface WorkerOptions {
  dieAtWrite?: boolean;
  /** Search path of the worker. */
  path?: string;
  /** Permissions of Deno; all unless given. */
  permissions?: string[];
}

/** Runs methods in a real process; gives the outcome of each, and how the process ended. */
export async function runApart(
  ground: Ground,
  calls: Job["calls"],
  options: WorkerOptions = {},
): Promise<{ told: Told[]; signal: string | null; stderr: string }> {
  const job: Job = {
    root: ground.root,
    globalArgs: ground.globalArgs,
    data: [...ground.data],
    specs: [...ground.specs],
    calls,
    dieAtWrite: options.dieAtWrite ?? false,
  };
  const { stdout, stderr, signal } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-check", "--quiet", "--no-prompt", ...options.permissions ?? ["-A"]],
      `${import.meta.dirname}/worker.ts`,
      JSON.stringify(job),
    ],
    env: { PATH: options.path ?? Deno.env.get("PATH")! },
  }).output();
  const text = new TextDecoder();
  const lines = text.decode(stdout).split("\n").filter((line) => line !== "");
  return { told: lines.map((line) => JSON.parse(line)), signal, stderr: text.decode(stderr) };
}

/**
 * A folder with a `git` that does something first. `$REAL` is the real one.
 *
 * @param script lines of a shell, with the arguments in `"$@"`
 */
export async function gitBefore(folder: string, script: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const real = new TextDecoder().decode(
    (await new Deno.Command("sh", { args: ["-c", "command -v git"] }).output()).stdout,
  ).trim();
  const text = `#!/bin/sh\nREAL=${real}\n${script}\nexec "$REAL" "$@"\n`;
  await Deno.writeTextFile(`${folder}/git`, text, { mode: 0o755 });
  return `${folder}:${Deno.env.get("PATH")}`;
}
