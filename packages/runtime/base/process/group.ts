/** A command that is to be the head of a process group and session of its own. */
export interface GroupCommand {
  command: string;
  args: string[];
  /** What `Deno.Command` is to be told: false where the command sees to its session itself. */
  detached: boolean;
}

/** A child that is the head of a process group, or becomes it as the first thing that it does. */
export type GroupHead = Pick<Deno.ChildProcess, "pid" | "kill">;

/** Sends a signal to a child and to all it started; a gone one is fine. */
export function killGroup(child: GroupHead, signal: Deno.Signal): void {
  try {
    Deno.kill(-child.pid, signal);
  } catch {
    try {
      // Before it is the head of its group it has started nothing.
      child.kill(signal);
    } catch {
      // It has ended by itself.
    }
  }
}

/**
 * Kills a child with all it started. Nothing happens once it has ended: by then the system may have
 * given its id to somebody else's process.
 */
export function killerOf(child: GroupHead & Pick<Deno.ChildProcess, "status">): () => void {
  let ended = false;
  void child.status.then(() => ended = true);
  return () => {
    if (!ended) killGroup(child, "SIGKILL");
  };
}
