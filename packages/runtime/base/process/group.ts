/** Sends a signal to a child started with `detached` and to all it started; a gone one is fine. */
export function killGroup(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Kills a child started with `detached`, with all it started. Nothing happens once it has ended: by then
 * the system may have given its id to somebody else's process.
 */
export function killerOf({ pid, status }: Pick<Deno.ChildProcess, "pid" | "status">): () => void {
  let ended = false;
  void status.then(() => ended = true);
  return () => {
    if (!ended) killGroup(pid, "SIGKILL");
  };
}
