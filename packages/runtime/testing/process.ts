import { absolutePath } from "../files/path.ts";

const CONFIG = absolutePath("../../../deno.json", import.meta.dirname);

/** A process that runs a module of this workspace with `task` as its only argument, in JSON. */
export function workspaceProcess(module: string, task: unknown): Deno.ChildProcess {
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
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}
