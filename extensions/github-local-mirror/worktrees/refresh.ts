import type { PrSnapshot } from "../../platform/subjects/snapshots.ts";
import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import { isThere, measure } from "./analyze.ts";
import type { Entry } from "./entries.ts";
import { factsOf } from "./gather.ts";
import { entryOf } from "./make.ts";
import { gitInside, type Mirror } from "./mirror.ts";
import { prepare, wantedForPull } from "./prepare.ts";
import { changeReasons, counted, type Facts, reasonsToLeaveAlone, untouchable } from "./reasons.ts";
import { type Run, runOver } from "./runs.ts";
import { snapshotOf } from "./snapshot.ts";

/** What a refresh does. */
export interface RefreshOptions {
  /** Only worktrees of this identity. */
  identity?: string | undefined;
  /** Link worktrees on the branch of a pull request. */
  autoAttach: boolean;
  /** Make worktrees for open pull requests that have none. */
  materialize: boolean;
  /** Only tell. */
  dryRun: boolean;
}

/** Worktrees that one run makes at most. */
const MOST_MADE = 20;

/** Brings worktrees up to the heads of their pull requests, and tells of each its outcome. */
export async function refresh(
  mirror: Mirror,
  entries: ReadonlyMap<string, Entry>,
  options: RefreshOptions,
): Promise<void> {
  await runOver(mirror, "worktreeRefreshRun", options.dryRun, async (run) => {
    const { autoAttach, materialize, identity } = options;
    const open = autoAttach || materialize ? await mirror.documents.openPulls() : [];
    const taken = new Set<number>();
    for (const entry of [...entries.values()].filter(isThere)) {
      const known = entry.snapshot ?? await snapshotOf(mirror, entry, { outcome: "exists" });
      if (identity !== undefined && known.identity !== identity) continue;
      const found = known.prNumber === null && autoAttach
        ? attachable(mirror.repo, entry, open)
        : undefined;
      const prNumber = known.prNumber ?? found?.number ?? null;
      if (prNumber === null) continue;
      taken.add(prNumber);
      const linked = { ...entry, snapshot: { ...known, prNumber } };
      await run.attempt({ worktreeId: entry.id, prNumber }, async () => {
        await refreshOne(mirror, linked, found, options, run);
      });
    }
    if (materialize) {
      await makeMissing(mirror, entries, open.filter(({ number }) => !taken.has(number)), {
        ...options,
        run,
      });
    }
  });
}

/** An entry with its document. */
type Linked = Entry & { snapshot: WorktreeSnapshot & { prNumber: number } };

async function refreshOne(
  mirror: Mirror,
  entry: Linked,
  found: PrSnapshot | undefined,
  { dryRun }: RefreshOptions,
  run: Run,
): Promise<void> {
  const { prNumber } = entry.snapshot;
  const facts = await factsOf(mirror, entry);
  const measured = await measure(mirror, facts, prNumber);
  const decision = decideRefresh(facts, measured);
  const linkedTo = found === undefined ? [] : [`its branch is that of #${prNumber}`];
  const about = { worktreeId: entry.id, prNumber, before: facts.head };
  const tell = (outcome: string, after: string | null, reasons: readonly string[] = []) =>
    run.add({ ...about, outcome, after, reasons: [...linkedTo, ...reasons] });
  if (decision.do === "update") {
    if (dryRun) return tell("would-update", measured.headSha);
    await bringUp(mirror, entry, measured.headSha!);
    return tell("updated", measured.headSha);
  }
  if (found !== undefined && !dryRun) await attach(mirror, entry, measured.headSha);
  if (decision.do === "block") return tell("blocked", facts.head, decision.reasons);
  const attached = dryRun ? "would-attach" : "attached";
  tell(found === undefined ? "kept" : attached, facts.head, decision.reasons);
}

/** Only forward, and over nothing that is there. */
async function bringUp(mirror: Mirror, entry: Linked, sha: string): Promise<void> {
  const { path, admin } = entry;
  await gitInside(mirror, { path, admin: admin! }, [
    ...["merge", "--ff-only", "--no-overwrite-ignore", "--no-autostash", "--no-verify", "--quiet"],
    ...["--end-of-options", sha],
  ]);
  const now = { ...await entryOf(mirror, entry.id), snapshot: entry.snapshot };
  const said = { prHeadSha: sha, outcome: "updated" } as const;
  await mirror.documents.keepSnapshot(await snapshotOf(mirror, now, said));
}

async function attach(mirror: Mirror, entry: Linked, headSha: string | null): Promise<void> {
  const said = { prHeadSha: headSha, outcome: "attached" } as const;
  await mirror.documents.keepSnapshot(await snapshotOf(mirror, entry, said));
}

async function makeMissing(
  mirror: Mirror,
  entries: ReadonlyMap<string, Entry>,
  pulls: readonly PrSnapshot[],
  { identity, dryRun, run }: RefreshOptions & { run: Run },
): Promise<void> {
  for (const { number } of pulls.slice(0, MOST_MADE)) {
    await run.attempt({ worktreeId: `pr-${number}`, prNumber: number }, async () => {
      const wanted = await wantedForPull(mirror, number, identity);
      const about = { worktreeId: wanted.id, prNumber: number, after: wanted.start };
      if (dryRun) return run.add({ ...about, outcome: "would-create" });
      const { outcome, headSha } = await prepare(mirror, entries, wanted);
      run.add({ ...about, outcome, after: headSha });
    });
  }
  const left = pulls.length - MOST_MADE;
  if (left > 0) mirror.warn(`${left} open pull requests are left for the next run`);
}

/**
 * The pull request whose branch a worktree is on: open, of this repository itself, and the only one.
 * Forks are left out, as many of them call their branch `main`.
 *
 * @param repo owner/name
 */
function attachable(
  repo: string,
  { registered }: Pick<Entry, "registered">,
  open: readonly PrSnapshot[],
): PrSnapshot | undefined {
  const branch = registered?.branch?.replace(/^refs\/heads\//, "");
  if (branch === undefined) return undefined;
  const found = open.filter(({ head }) =>
    head?.ref === branch && head.repo?.toLowerCase() === repo.toLowerCase()
  );
  return found.length === 1 ? found[0] : undefined;
}

/** What is known of the pull request that a worktree is linked to. */
export interface Target {
  /** open, closed, merged, deleted; null before it was mirrored. */
  prState: string | null;
  /** Its current head; null when none was fetched. */
  headSha: string | null;
  /** Commits of the worktree that this head lacks, and the other way; null when unknown. */
  ahead: number | null;
  behind: number | null;
}

/** What a refresh does with a worktree: bring it up, leave it as it is, or say what is in the way. */
export type Refresh =
  | { do: "update" }
  | { do: "keep" | "block"; reasons: string[] };

/** Only a worktree that is clean and has nothing of its own is brought up, and only forward. */
export function decideRefresh(facts: Facts, target: Target): Refresh {
  const { prState, headSha, ahead, behind } = target;
  if (prState !== "open") {
    return keep(`its pull request is ${prState ?? "not in the mirror"}`);
  }
  if (facts.folder === "missing") return block("its folder is missing");
  const never = untouchable(facts);
  if (never !== undefined) return block(never);
  const odd = reasonsToLeaveAlone(facts);
  if (odd.length > 0) return block(...odd);
  if (headSha === null || ahead === null || behind === null) {
    return block("the head of its pull request is not in the mirror; run sync");
  }
  if (ahead === 0 && behind === 0) return keep();
  if (facts.ownCommits > 0) {
    return block(`${counted(facts.ownCommits, "commit")} on no other branch`);
  }
  if (ahead > 0) {
    return block(
      `the pull request's branch was rewritten and lacks ${counted(ahead, "commit")} of it; ` +
        "prepare_worktree creates one for the new head",
    );
  }
  const changes = changeReasons(facts);
  return changes.length > 0 ? block(...changes) : { do: "update" };
}

function keep(...reasons: string[]): Refresh {
  return { do: "keep", reasons };
}

function block(...reasons: string[]): Refresh {
  return { do: "block", reasons };
}
