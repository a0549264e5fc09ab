import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import { commitAt } from "../../platform/git/commits.ts";
import type { Entry } from "./entries.ts";
import { pullOfId } from "./id.ts";
import type { Mirror } from "./mirror.ts";

/** The document of a worktree as git knows it now, with what a method has to say of it. */
export async function snapshotOf(
  mirror: Mirror,
  entry: Entry,
  said: Partial<WorktreeSnapshot> & Pick<WorktreeSnapshot, "outcome">,
): Promise<WorktreeSnapshot> {
  const { id, path, registered } = entry;
  const now = new Date().toISOString();
  const before = entry.snapshot ?? await firstSnapshot(mirror, id, now);
  return {
    ...before,
    repo: mirror.repo,
    worktreeId: id,
    path,
    ...(registered === null ? {} : {
      branch: registered.branch?.replace(/^refs\/heads\//, "") ?? null,
      headSha: registered.head,
    }),
    state: "present",
    reasons: [],
    keptRefs: [],
    branchDeleted: false,
    fetchedAt: now,
    ...said,
  };
}

/** What the id tells of a worktree that has no document. */
async function firstSnapshot(
  { objects, repo }: Mirror,
  id: string,
  createdAt: string,
): Promise<WorktreeSnapshot> {
  const pull = pullOfId(id);
  const sha12 = /^pr-\d+-([0-9a-f]{12})/.exec(id)?.[1];
  const kept = `refs/svc/pulls/${pull?.number}/${sha12}`;
  return {
    repo,
    worktreeId: id,
    path: "",
    branch: null,
    identity: pull?.identity ?? null,
    prNumber: pull?.number ?? null,
    prHeadSha: pull === undefined ? null : await commitAt(objects, kept) ?? null,
    headSha: null,
    state: "present",
    outcome: "exists",
    reasons: [],
    keptRefs: [],
    branchDeleted: false,
    createdAt,
    fetchedAt: createdAt,
  };
}
