import { PlatformFailure } from "../../platform/failure.ts";
import { commitAt } from "../../platform/git/commits.ts";
import { repositoryPattern } from "../../platform/repository_name.ts";
import { setPushRemote } from "../objects/mod.ts";
import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import { checkedAddress } from "../locations/mod.ts";
import { type Entry, unregister } from "./entries.ts";
import { factsOf } from "./gather.ts";
import { pullWorktreeId, reviewBranch } from "./id.ts";
import { checkOut, entryOf, makeWorktree, takeBackBegun } from "./make.ts";
import type { Mirror } from "./mirror.ts";
import { keepCommits } from "./own_commits.ts";
import { counted, reasonsToLeaveAlone, untouchable } from "./reasons.ts";
import { snapshotOf } from "./snapshot.ts";

/** A worktree to make. */
export interface Wanted {
  id: string;
  branch: string;
  /** Commit at which a new branch begins. */
  start: string;
  /** What its document says beside what git knows. */
  said: Partial<WorktreeSnapshot>;
}

/** What a worktree of a pull request is to be: of its current head, for one person. */
export async function wantedForPull(
  mirror: Mirror,
  number: number,
  identity: string | undefined,
): Promise<Wanted> {
  const head = await mirror.documents.head(number);
  const sha = head?.headSha;
  if (sha === undefined || await commitAt(mirror.objects, sha) === undefined) {
    throw new PlatformFailure("not_found", {
      reason: `the head of pull request #${number} is not in the mirror`,
      hint: "Check the number, and run 'sync'",
    });
  }
  return {
    id: pullWorktreeId(number, sha, identity),
    branch: reviewBranch(number, sha, identity),
    start: sha,
    said: { prNumber: number, prHeadSha: sha, identity: identity ?? null },
  };
}

/**
 * Makes a worktree, ends one that an earlier run began, or finds the one that is there.
 *
 * @param entries the worktrees that there are
 * @throws PlatformFailure when something else stands in its place
 */
export async function prepare(
  mirror: Mirror,
  entries: ReadonlyMap<string, Entry>,
  wanted: Wanted,
): Promise<WorktreeSnapshot> {
  const entry = entries.get(wanted.id);
  const found = entry?.registered ? await goOn(mirror, entry, wanted) : undefined;
  if (found !== undefined) return found;
  if (wanted.said.prNumber != null) await setForkRemote(mirror, wanted.said.prNumber);
  const made = await makeWorktree(mirror, wanted);
  const createdAt = new Date().toISOString();
  return await kept(mirror, made, { ...wanted.said, createdAt, outcome: "created" });
}

/** What is there already; undefined when it is to be made again. */
async function goOn(
  mirror: Mirror,
  entry: Entry,
  { said }: Wanted,
): Promise<WorktreeSnapshot | undefined> {
  if (await takeBackBegun(mirror, entry)) return undefined;
  const facts = await factsOf(mirror, entry);
  if (facts.folder === "missing") {
    if (facts.lockReason !== null) throw refused(entry, reasonsToLeaveAlone(facts));
    await keepCommits(mirror, entry);
    await unregister(mirror, entry);
    return undefined;
  }
  const never = untouchable(facts);
  if (never !== undefined) throw refused(entry, [never]);
  if (!facts.unfinished) {
    const first = entry.snapshot === null ? said : {};
    return await kept(mirror, entry, { ...first, outcome: "exists" });
  }
  if (facts.locks.length > 0) throw halfMade(entry, facts.locks);
  await checkOut(mirror, entry);
  return await kept(mirror, await entryOf(mirror, entry.id), { ...said, outcome: "created" });
}

async function kept(
  mirror: Mirror,
  entry: Entry,
  said: Parameters<typeof snapshotOf>[2],
): Promise<WorktreeSnapshot> {
  const snapshot = await snapshotOf(mirror, entry, said);
  await mirror.documents.keepSnapshot(snapshot);
  return snapshot;
}

function refused({ path }: Entry, reasons: readonly string[]): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${path} cannot be used: ${reasons.join("; ")}`,
    hint: "Check what happened to it and move it elsewhere, then run again",
  });
}

function halfMade({ path, admin }: Entry, locks: readonly string[]): PlatformFailure {
  return new PlatformFailure("conflict", {
    reason:
      `${path} is being created, or was when git was killed: ${counted(locks.length, "lock")} ` +
      `(${locks.join(", ")}) in ${admin}`,
    hint: "If no git is running there, remove that file and run again",
  });
}

/**
 * Sets the remote to push to a contributor's fork: `fork-<owner>`. Nothing is requested of it. Where that
 * cannot be, the worktree is made all the same.
 */
async function setForkRemote(mirror: Mirror, number: number): Promise<void> {
  const { objects, documents, repo, sshRemoteBase } = mirror;
  const fork = (await documents.pull(number))?.head?.repo;
  // The fork may be gone, and what the platform wrote there is looked at before it names a remote.
  if (fork == null || !repositoryPattern.test(fork)) return;
  if (fork.toLowerCase() === repo.toLowerCase()) return;
  const owner = fork.slice(0, fork.indexOf("/"));
  const { text } = checkedAddress("sshRemoteBase", `${sshRemoteBase}${fork}`);
  try {
    await setPushRemote(objects, `fork-${owner}`, text);
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    mirror.warn(error.message);
  }
}
