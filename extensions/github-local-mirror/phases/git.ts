import { parseRepositoryName } from "../../platform/repository_name.ts";
import type { PrSnapshot } from "../../platform/subjects/snapshots.ts";
import {
  describeHeads,
  fetchAll,
  observeHeads,
  openObjects,
  type PullBase,
  pullHeads,
  tellHeads,
} from "../objects/mod.ts";
import type { RepoSnapshot } from "../outputs/repo_snapshot.ts";
import { enqueue } from "../run/queue.ts";
import { documentName, type PhaseEnd, saveRun, type SyncRun } from "../run/sync_run.ts";

/**
 * Fetches all branches, tags and heads of pull requests, and puts open pull requests whose head has moved
 * into the queue: the head that git fetched tells a force push, their time of change may not.
 */
export async function fetchObjects(run: SyncRun): Promise<PhaseEnd> {
  const { context, state, asking, repo } = run;
  asking.assertTime();
  context.logger.info("git: fetching {repo}", { repo });
  const at = new Date().toISOString();
  const objects = await openRun(run, true);
  await fetchAll(objects, { renamedTo: renamedTo(run) });
  const { changed, waiting, refsDigest } = await observeHeads(objects, at);
  for (const number of await movedOf(run, changed, await pullHeads(objects))) {
    enqueue(state, { number, want: "details", open: true, updatedAt: at });
  }
  state.refsDigest = refsDigest;
  await saveRun(run);
  // The rest of the sync may take long, or end early: what is current is known from here on. Those that
  // were told are not among the changed ones again, so the queue is saved before.
  for await (const batch of tellHeads(objects, { isOver: asking.isOver })) {
    await run.documents.write(batch.documents);
    await batch.done();
  }
  context.logger.info("git: {changed} heads have changed, {waiting} to be described", {
    changed: changed.length,
    waiting,
  });
  return { complete: true, items: changed.length };
}

/**
 * Open pull requests whose details are of another head. A head counts as changed until it is described,
 * which is after the details: without a look at these, each sync would ask for all of them again.
 */
async function movedOf(
  run: SyncRun,
  changed: readonly number[],
  heads: ReadonlyMap<number, string>,
): Promise<number[]> {
  const open = new Set(run.state.open.prs);
  const numbers = changed.filter((number) => open.has(number) && heads.has(number));
  const names = numbers.map((number) => documentName(run, "prSnapshot", String(number)));
  const stored = await run.context.readResources(names) as unknown as (PrSnapshot | null)[];
  return numbers.filter((number, index) => {
    const known = stored[index];
    // Of the others the list knows that their details are still to be read.
    return known?.depth === "full" && known.head?.sha !== heads.get(number);
  });
}

/** Heads after which a person is told how far it is: each takes some milliseconds of git. */
const TOLD_EVERY = 500;

/** Describes what was fetched: files, commits and revisions, all from git. */
export async function describeFetched(run: SyncRun): Promise<PhaseEnd> {
  run.asking.assertTime();
  const objects = await openRun(run, false);
  const left = new Set<number>();
  let items = 0;
  const batches = describeHeads(objects, {
    defaultBranch: await defaultBranchOf(run),
    basesOf: async (numbers) => {
      const bases = await basesOf(run, numbers);
      for (const [number, base] of bases) if (base === "later") left.add(number);
      return bases;
    },
    isOver: () => run.context.signal.aborted || run.asking.isOver(),
  });
  for await (const { numbers, documents, done } of batches) {
    await run.documents.write(documents);
    await done();
    const before = items;
    items += numbers.length;
    if (Math.floor(items / TOLD_EVERY) > Math.floor(before / TOLD_EVERY)) {
      run.context.logger.info("git: {items} heads described", { items });
    }
  }
  // Ended in the middle, the time is over; that is told by this.
  run.asking.assertTime();
  return { complete: left.size === 0, items };
}

function openRun({ places, context }: SyncRun, create: boolean) {
  const { signal, globalArgs: { githubToken: token } } = context;
  return openObjects(places, { create, signal, token });
}

function renamedTo({ repo, target }: SyncRun) {
  const now = `${target.owner}/${target.repo}`;
  return now.toLowerCase() === repo.toLowerCase() ? null : parseRepositoryName(now);
}

async function defaultBranchOf(run: SyncRun): Promise<string> {
  const [stored] = await run.context.readResources([documentName(run, "repoSnapshot")]);
  return (stored as unknown as RepoSnapshot | null)?.defaultBranch ?? "";
}

/**
 * What pull requests are compared with. One whose page is still to be read waits for it; of those that
 * were closed before the first sync only the list is known, and they are compared with the default
 * branch.
 */
async function basesOf(
  run: SyncRun,
  numbers: readonly number[],
): Promise<Map<number, PullBase | "later">> {
  const { state } = run;
  const names = numbers.map((number) => documentName(run, "prSnapshot", String(number)));
  const stored = await run.context.readResources(names) as unknown as (PrSnapshot | null)[];
  const queued = new Set(
    state.queue.filter(({ want }) => want === "details").map(({ number }) => number),
  );
  const bases = new Map<number, PullBase | "later">();
  for (const [index, number] of numbers.entries()) {
    const base = stored[index]?.base;
    const unread = stored[index] === null && !state.reached.index;
    if (queued.has(number) || unread) bases.set(number, "later");
    else if (base) bases.set(number, { ref: base.ref, sha: base.sha });
  }
  return bases;
}
