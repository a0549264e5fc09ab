import { INSTALLATION } from "../files/installation.ts";
import { childEnvironment } from "./environment.ts";
import { limitedDeno, type ProcessLimits } from "./limits.ts";

/** A child that runs code of svc and is asked over its pipes. */
interface OwnChild extends ProcessLimits {
  /** Path of the module that it runs. */
  module: string;
  /** Arguments of the module. */
  args?: readonly string[];
  /** Flags of permissions (default: none). */
  permissions?: readonly string[];
  /** True for work of a second or two, in which optimised code does not pay for its making. */
  unoptimised?: boolean | undefined;
}

/** Starts a child that runs code of svc, as the head of a process group of its own. */
export function spawnOwn(
  { module, args = [], permissions = [], unoptimised = false, ...limits }: OwnChild,
): Deno.ChildProcess {
  const { command, args: words, detached } = limitedDeno(limits, [
    "run",
    "--quiet",
    `--config=${INSTALLATION}/deno.json`,
    "--no-lock",
    "--no-prompt",
    "--no-remote",
    "--cached-only",
    "--no-check",
    `--v8-flags=--max-old-space-size=${limits.heapMb}${unoptimised ? ",--no-opt" : ""}`,
    ...permissions,
    module,
    ...args,
  ]);
  return new Deno.Command(command, {
    args: words,
    cwd: "/",
    clearEnv: true,
    env: childEnvironment(),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached,
  }).spawn();
}
