import type { SyncState } from "../state/sync_state.ts";

/** Keeps the numbers of what is open up to date. */
export function noteOpen(
  state: SyncState,
  changes: Iterable<{ pull: boolean; number: number; open: boolean }>,
): void {
  const prs = new Set(state.open.prs);
  const issues = new Set(state.open.issues);
  for (const { pull, number, open } of changes) {
    const numbers = pull ? prs : issues;
    if (open) numbers.add(number);
    else numbers.delete(number);
  }
  state.open = { prs: [...prs].sort(byValue), issues: [...issues].sort(byValue) };
}

function byValue(one: number, other: number): number {
  return one - other;
}
