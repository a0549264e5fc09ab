/** Sends a signal to a child started with `detached` and to all it started; a gone one is fine. */
export function killGroup(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
