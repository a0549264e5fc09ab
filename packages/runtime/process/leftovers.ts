import { killGroup } from "./group.ts";

/** The variable by which everything that a run started is recognised. Children inherit it. */
export const RUN_MARK = "SVC_RUN_ID";

/** A process that left its run's process group. */
export interface Leftover {
  pid: number;
  /** The name of its program, as the kernel knows it. */
  name: string;
}

/** How often and how long to look again for processes that are just ending, or that just started. */
const ROUNDS = 200;
const PAUSE_MS = 10;

/**
 * Kills the process group of a run and every other process that carries the run's mark: one that
 * started a session of its own has left the group. Waits until they are gone.
 *
 * On Linux only; one that cleared its environment, or hides it, is not found.
 *
 * @param group id of the group, which is that of its first process
 * @param mark undefined for a run that may start no program
 * @returns those that had left the group, and of these the ones that could not be ended
 */
export async function endRun(
  group: number,
  mark: string | undefined,
): Promise<{ left: Leftover[]; running: Leftover[] }> {
  const left = new Map<number, Leftover>();
  let running: ReturnType<typeof killRun> = [];
  for (let round = 0; round < ROUNDS; round++) {
    running = killRun(group, mark);
    if (running.length === 0) break;
    for (const one of running) if (one.group !== group) left.set(one.pid, one);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const bare = ({ pid, name }: Leftover) => ({ pid, name });
  return { left: [...left.values()].map(bare), running: running.map(bare) };
}

/** As `endRun`, once and without waiting; for an end that cannot wait. */
export function killRun(
  group: number,
  mark: string | undefined,
): (Leftover & { group: number })[] {
  killGroup(group, "SIGKILL");
  const found = mark === undefined ? [] : markedProcesses(mark);
  for (const { pid } of found) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

function markedProcesses(mark: string): (Leftover & { group: number })[] {
  const wanted = `${RUN_MARK}=${mark}`;
  return processIds().flatMap((pid) => {
    if (!readProc(pid, "environ").split("\0").includes(wanted)) return [];
    // `pid (name) state parent group ...`; a name may hold anything.
    const stat = readProc(pid, "stat");
    const end = stat.lastIndexOf(")");
    const [state, , group] = stat.slice(end + 2).split(" ");
    if (end < 0 || state === "Z" || state === "X") return [];
    return [{ pid, name: stat.slice(stat.indexOf("(") + 1, end), group: Number(group) }];
  });
}

function processIds(): number[] {
  if (Deno.build.os !== "linux") return [];
  return listProc().map(({ name }) => name)
    .filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Nothing where /proc is not mounted. */
function listProc(): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync("/proc")];
  } catch {
    return [];
  }
}

/** Empty for a process that has ended or belongs to somebody else. */
function readProc(pid: number, file: "environ" | "stat"): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch {
    return "";
  }
}
