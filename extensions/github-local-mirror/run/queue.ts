import type { QueueEntry, SyncState } from "../state/sync_state.ts";

/** Puts something into the queue; what is asked for already is asked for once. */
export function enqueue(state: SyncState, entry: Omit<QueueEntry, "tries">): void {
  const { number, want } = entry;
  state.queue = state.queue.filter((one) => one.number !== number || one.want !== want);
  state.queue.push({ ...entry, tries: 0 });
}

/**
 * What to ask for next: what failed before comes last, else open ones first, then those that changed
 * last. Undefined when nothing is left that was not `tried` in this run.
 */
export function nextOf(state: SyncState, tried: ReadonlySet<QueueEntry>): QueueEntry | undefined {
  let best: QueueEntry | undefined;
  for (const entry of state.queue) {
    if (!tried.has(entry) && (best === undefined || comesBefore(entry, best))) best = entry;
  }
  return best;
}

/** Takes out what is done. */
export function dequeue(state: SyncState, entry: QueueEntry): void {
  state.queue = state.queue.filter((one) => one !== entry);
}

function comesBefore(one: QueueEntry, other: QueueEntry): boolean {
  if (one.tries !== other.tries) return one.tries < other.tries;
  if (one.open !== other.open) return one.open;
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt;
  return one.number > other.number;
}

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
