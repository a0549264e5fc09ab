import { absolutePath } from "../files/path.ts";

const CONFIG = absolutePath("../../../deno.json", import.meta.dirname);

/**
 * A process that runs a module of this workspace with `task` as its only argument, in JSON.
 *
 * @param env variables set beside those of the tests
 */
export function workspaceProcess(
  module: string,
  task: unknown,
  env: Record<string, string> = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--no-check",
      "--quiet",
      `--config=${CONFIG}`,
      module,
      JSON.stringify(task),
    ],
    env,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}
