import { absolutePath } from "../base/files/path.ts";

const CONFIG = absolutePath("../../../deno.json", import.meta.dirname);

/**
 * A process that runs a module of this workspace with `task` as its only argument: a text as it is,
 * anything else in JSON.
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
      typeof task === "string" ? task : JSON.stringify(task),
    ],
    env,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/**
 * Waits until a process has ended.
 *
 * @param limit a busy loop may take so much processor time meanwhile: a clock that is as slow as the
 *   machine
 * @throws Error when the loop has taken it and the process is still there
 */
export async function untilGone(pid: number, limit = { cpuSeconds: 20 }): Promise<void> {
  const loop = new Deno.Command("sh", {
    args: ["-c", `ulimit -t ${limit.cpuSeconds}; while :; do :; done`],
  }).spawn();
  let over = false;
  const end = loop.status.then(() => over = true);
  try {
    while (await isRunning(pid)) {
      if (over) throw new Error(`process ${pid} is still there`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    try {
      loop.kill("SIGKILL");
    } catch {
      // It has reached its limit.
    }
    await end;
  }
}

/** True for a process that is there, not a zombie, and not so far in its end that it has no memory. */
export async function isRunning(pid: number): Promise<boolean> {
  const fields = await fieldsOf(pid).catch(() => ["Z"]);
  return !["Z", "X"].includes(fields[0]!) && fields[20] !== "0";
}

/** Waits until a process has taken more processor time, so that it is surely in progress. */
export async function untilBusy(pid: number): Promise<void> {
  const begun = await ticksOf(pid);
  while (await ticksOf(pid) < begun + 20) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** User time of a process in clock ticks. */
async function ticksOf(pid: number): Promise<number> {
  return Number((await fieldsOf(pid))[11]);
}

/** The process group and the session of a process. */
export async function groupAndSessionOf(pid: number): Promise<number[]> {
  return (await fieldsOf(pid)).slice(2, 4).map(Number);
}

/** What `/proc` says of a process after its name: `state parent group session ...`. */
async function fieldsOf(pid: number): Promise<string[]> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
