import type { GroupCommand } from "./group.ts";

/** The limits of one child process. */
export interface ProcessLimits {
  /** JavaScript heap, in megabytes. */
  heapMb: number;
  /** Processor time after which the kernel ends the child, in seconds. */
  cpuSeconds: number;
}

/** Memory beside the JavaScript heap that Deno itself and plain buffers may take, in megabytes. */
const BESIDE_HEAP_MB = 768;

/**
 * The command that runs Deno under kernel limits. V8 bounds its own heap; `ulimit -d` bounds buffers
 * outside of it. On Linux the kernel kills the child when its parent dies, however busy it is;
 * elsewhere `ulimit -t` ends an endless loop that outlived its parent.
 *
 * For `detached`, Deno copies the tables of all its memory and answers nobody meanwhile: 5 ms in a
 * process of 250 MB. With setsid(1) it does not.
 */
export function limitedDeno(limits: ProcessLimits, args: readonly string[]): GroupCommand {
  const dataKb = (limits.heapMb + BESIDE_HEAP_MB) * 1024;
  const onLinux = hasLinuxPrograms();
  const launch = onLinux ? `exec ${SETSID} ${SETPRIV} --pdeathsig KILL` : "exec";
  return {
    detached: !onLinux,
    command: "/bin/sh",
    args: [
      "-c",
      `ulimit -c 0; ulimit -d ${dataKb} 2>/dev/null; ulimit -t ${limits.cpuSeconds} 2>/dev/null; ` +
      `${launch} "$0" "$@"`,
      Deno.execPath(),
      ...args,
    ],
  };
}

/** The program of util-linux that asks the kernel for a signal at the parent's death. */
const SETPRIV = "/usr/bin/setpriv";

/** The one that starts another as the head of a session. */
const SETSID = "/usr/bin/setsid";

/** True where both are; `setpriv` of BusyBox, a link to it, cannot do that. */
function hasLinuxPrograms(): boolean {
  try {
    return Deno.build.os === "linux" && Deno.realPathSync(SETPRIV).endsWith("/setpriv") &&
      Deno.statSync(SETSID).isFile;
  } catch {
    return false;
  }
}

/**
 * Words of V8 and Deno when something does not fit: the heap, a page of it, a buffer. Which of them
 * comes depends on what is asked for last. A length that is refused (`new Array(-1)`) is not among them.
 */
const OUT_OF_MEMORY =
  /out of memory|process OOM|allocation failed|allocation of \d+ bytes failed|invalid size error/i;

/** True when what a dead child left on stderr says that it ran out of memory. */
export function ranOutOfMemory(stderr: string): boolean {
  return OUT_OF_MEMORY.test(stderr);
}
