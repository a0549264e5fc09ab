import { after } from "@svc/core/timer";
import { type DiskLimit, watchDisk } from "../base/process/disk.ts";
import { type GroupHead, killGroup } from "../base/process/group.ts";

/** Why a child was made to stop. */
export type StopReason = "timeout" | "cancelled" | "disk";

/** What a child may take. */
interface StopLimits {
  timeLimitMs: number;
  disk: Pick<DiskLimit, "folders" | "limitMb">;
  signal: AbortSignal | undefined;
}

/** Time to end in after the abort message, and again after SIGTERM. */
const GRACE_MS = 2000;

/**
 * Stops a child when its time is over or `signal` aborts: it is told to, then its process group gets
 * SIGTERM and, if that does not help either, SIGKILL. One that fills the disk is not waited for.
 *
 * Disposing ends the watch, not the child.
 *
 * @param tell asks the method to stop
 */
export function stopper(
  child: GroupHead,
  limits: StopLimits,
  tell: (words: string) => void,
) {
  const stopping = new AbortController();
  const timers = new DisposableStack();
  let reason: StopReason | undefined;
  const fill = () => {
    if (reason === undefined) stopping.abort();
    reason ??= "disk";
    killGroup(child, "SIGKILL");
  };
  const stop = (why: StopReason) => {
    if (reason !== undefined) return;
    reason = why;
    tell(why === "timeout" ? "The time limit passed" : "Cancelled");
    stopping.abort();
    timers.use(after(GRACE_MS, () => killGroup(child, "SIGTERM")));
    timers.use(after(GRACE_MS * 2, () => killGroup(child, "SIGKILL")));
  };
  const cancel = () => stop("cancelled");
  timers.use(watchDisk({ ...limits.disk, pid: child.pid, onFull: fill }));
  timers.use(after(limits.timeLimitMs, () => stop("timeout")));
  limits.signal?.addEventListener("abort", cancel, { once: true });
  if (limits.signal?.aborted) cancel();
  return {
    /** Set once the child was told to stop. */
    get reason() {
      return reason;
    },
    /** Aborted at the same moment, so that what svc does for the child ends too. */
    signal: stopping.signal,
    [Symbol.dispose]() {
      timers.dispose();
      limits.signal?.removeEventListener("abort", cancel);
    },
  };
}
