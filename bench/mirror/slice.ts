import { say } from "../sync/measure.ts";
import type { MirrorRepository } from "./repository.ts";

const SVC = new URL("../../bin/svc", import.meta.url).pathname;

/** What one run of `sync` took. */
export interface Slice {
  /** False when it was killed or failed. */
  ended: boolean;
  seconds: number;
  /** Highest memory of `svc` and of the method's own process, in MB. */
  hostMb: number;
  childMb: number;
}

/**
 * Runs `sync` of a behavior as a person would, and kills it, `svc` with `kill -9`, after `killAfter`
 * seconds. Returns when neither process is left.
 */
export async function runSlice(
  { repository, env }: MirrorRepository,
  behavior: string,
  { budgetSeconds, killAfter }: { budgetSeconds: number; killAfter?: number },
): Promise<Slice> {
  const began = performance.now();
  const process = new Deno.Command(SVC, {
    args: [
      ...["behavior", "run", behavior, "sync", "--input", `budgetSeconds=${budgetSeconds}`],
      ...[
        "--repo-dir",
        repository.root,
        "--allow-all-requested",
        "--timeout",
        "60m",
        "--quiet",
        "--skip-reports",
      ],
    ],
    env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const said = new Response(process.stderr).text();
  const peaks = { hostMb: 0, childMb: 0 };
  const seen = new Set<number>([process.pid]);
  const watch = setInterval(() => look(process.pid, seen, peaks), 100);
  const kill = killAfter === undefined ? undefined : setTimeout(() => {
    process.kill("SIGKILL");
  }, killAfter * 1000);
  const { success, signal } = await process.status;
  clearInterval(watch);
  clearTimeout(kill);
  await untilGone(seen);
  if (!success && signal === null) await say(await said);
  return { ended: success, seconds: (performance.now() - began) / 1000, ...peaks };
}

/** Reads the memory of a process and of all below it. */
function look(pid: number, seen: Set<number>, peaks: { hostMb: number; childMb: number }): void {
  peaks.hostMb = Math.max(peaks.hostMb, peakOf(pid));
  for (const child of below(pid)) {
    seen.add(child);
    if (!isGit(child)) peaks.childMb = Math.max(peaks.childMb, peakOf(child));
  }
}

function below(pid: number): number[] {
  const direct = childrenOf(pid);
  return [...direct, ...direct.flatMap(below)];
}

function childrenOf(pid: number): number[] {
  try {
    const children: number[] = [];
    for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
      const text = Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`);
      children.push(...text.split(" ").filter(Boolean).map(Number));
    }
    return children;
  } catch {
    return [];
  }
}

function isGit(pid: number): boolean {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/comm`).startsWith("git");
  } catch {
    return true;
  }
}

function peakOf(pid: number): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The method's process ends when `svc` is gone; the mirror's lock is free only then. */
async function untilGone(pids: ReadonlySet<number>): Promise<void> {
  for (const pid of pids) {
    while (isThere(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
