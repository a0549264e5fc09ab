import { pauseFor } from "@svc/core/timer";
import { type GroupHead, killGroup } from "./group.ts";

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
 * @param head the first process of the group
 * @param mark undefined for a run that may start no program
 * @returns those that had left the group, and of these the ones that could not be ended
 */
export async function endRun(
  head: GroupHead,
  mark: string | undefined,
): Promise<{ left: Leftover[]; running: Leftover[] }> {
  const left = new Map<number, Leftover>();
  let running: Marked[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const found = killRun(head, mark);
    running = found.marked;
    if (running.length === 0 && !found.unsure) break;
    for (const one of running) if (one.group !== head.pid) left.set(one.pid, one);
    await pauseFor(PAUSE_MS);
  }
  const bare = ({ pid, name }: Leftover) => ({ pid, name });
  return { left: [...left.values()].map(bare), running: running.map(bare) };
}

/** As `endRun`, once and without waiting; for an end that cannot wait. */
export function killRun(head: GroupHead, mark: string | undefined): Look {
  killGroup(head, "SIGKILL");
  const found = mark === undefined ? { marked: [], unsure: false } : markedProcesses(mark);
  for (const { pid } of found.marked) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

type Marked = Leftover & { group: number };

/** What one look at all processes found. */
interface Look {
  marked: Marked[];
  /** Some process was just becoming another program: until it has, it shows no environment. */
  unsure: boolean;
}

function markedProcesses(mark: string): Look {
  const wanted = `${RUN_MARK}=${mark}`;
  let unsure = false;
  const marked = processIds().flatMap((pid) => {
    const environment = readProc(pid, "environ");
    if (environment === "" && isBecoming(fieldsOf(readProc(pid, "stat")))) unsure = true;
    if (!environment?.split("\0").includes(wanted)) return [];
    const stat = readProc(pid, "stat") ?? "";
    const [state, , group] = fieldsOf(stat);
    if (state === undefined || state === "Z" || state === "X") return [];
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    return [{ pid, name, group: Number(group) }];
  });
  return { marked, unsure };
}

/** The fields after the name, which may hold anything: `pid (name) state parent group ...`. */
function fieldsOf(stat = ""): string[] {
  const end = stat.lastIndexOf(")");
  return end < 0 ? [] : stat.slice(end + 2).split(" ");
}

/** Of a process that shows no environment: true when it has memory, and not an environment of nothing. */
function isBecoming(fields: string[]): boolean {
  const [memory = "0", envStart, envEnd] = [20, 47, 48].map((at) => fields[at]);
  return memory !== "0" && (envEnd === "0" || envStart !== envEnd);
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

/** More than most environments: of a process that becomes another one, a second read gives nothing. */
const buffer = new Uint8Array(256 * 1024);

/** Undefined for a process that has ended or belongs to somebody else. */
function readProc(pid: number, name: "environ" | "stat"): string | undefined {
  try {
    using file = Deno.openSync(`/proc/${pid}/${name}`);
    const decoder = new TextDecoder();
    let text = "";
    for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
      text += decoder.decode(buffer.subarray(0, read), { stream: true });
    }
    return text;
  } catch {
    return undefined;
  }
}
