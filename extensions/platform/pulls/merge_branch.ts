import * as z from "npm:zod@4.6.7";
import type { Client } from "../client.ts";
import { failureOf, PlatformFailure } from "../failure.ts";
import { writeAgain } from "../lost_answer.ts";
import { checkRefName, checkRevision } from "../ref_name.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";
import { tellOutcome } from "../tell_outcome.ts";
import { apiClient, type PullsContext, REPOSITORY, repositoryOf } from "./context.ts";
import type { MergeDocument } from "./merge.ts";
import { writeOne } from "../write_one.ts";
import { defineMethod } from "../method.ts";

/** Merges a branch into another without a pull request. */
export const mergeBranch = defineMethod({
  description: "Merge a branch directly into another, without a pull request",
  kind: "update",
  arguments: z.object({
    ...REPOSITORY,
    base: z.string().min(1).max(255).describe("Branch to merge into"),
    head: z.string().min(1).max(255).describe("Branch or commit to merge"),
    commitMessage: z.string().min(1).max(65_536).optional().describe("Message of the merge commit"),
  }),
  async execute({ owner, repo, base, head, commitMessage }, context: PullsContext) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    checkRefName(base, "branch");
    checkRevision(head);
    const merged = await merge(apiClient(context), name, { base, head, commitMessage });
    const data: MergeDocument = {
      repo: fullName(name),
      kind: "branch",
      number: null,
      base,
      head,
      method: "merge",
      ...merged,
      fetchedAt: new Date().toISOString(),
    };
    const result = await writeOne(context, "merge", [name, base, head], data);
    tellOutcome(context, `the merge of ${head} into ${base} in ${fullName(name)}`, data);
    return result;
  },
});

async function merge(
  client: Client,
  name: RepositoryName,
  { base, head, commitMessage }: { base: string; head: string; commitMessage: string | undefined },
): Promise<Pick<MergeDocument, "sha" | "outcome" | "mergedAt">> {
  const what = `merging ${head} into ${base} in ${fullName(name)}`;
  try {
    // A merge that took effect without an answer is "nothing to merge" the second time.
    const { status, data } = await writeAgain(() =>
      client.request("POST /repos/{owner}/{repo}/merges", {
        ...name,
        base,
        head,
        ...(commitMessage === undefined ? {} : { commit_message: commitMessage }),
      })
    );
    // A 204 has no body; its type does not say so.
    if (Number(status) === 204) return { sha: null, outcome: "unchanged", mergedAt: null };
    const mergedAt = data.commit.committer?.date ?? null;
    return { sha: data.sha, outcome: "created", mergedAt };
  } catch (error) {
    const failure = failureOf(error, what);
    if (failure.status === 404) throw await missing(client, name, { base, head }, failure);
    if (failure.status !== 409) throw failure;
    throw new PlatformFailure("conflict", {
      what,
      status: 409,
      reason: "refused, the branches changed the same lines",
      hint: "Merge them by hand and push the result",
    });
  }
}

/** Says which of the two is not there, when the repository is. */
async function missing(
  client: Client,
  name: RepositoryName,
  branches: { base: string; head: string },
  failure: PlatformFailure,
): Promise<PlatformFailure> {
  if (!await found(client.request("GET /repos/{owner}/{repo}", { ...name }))) return failure;
  for (const [argument, ref] of Object.entries(branches)) {
    const commit = client.request("GET /repos/{owner}/{repo}/commits/{ref}", {
      ...name,
      ref,
      per_page: 1,
    });
    if (await found(commit)) continue;
    return new PlatformFailure("not_found", {
      what: fullName(name),
      status: 404,
      reason: `there is no branch '${ref}', which '${argument}' names`,
      hint: "Push the branch first, or correct the name",
    });
  }
  return failure;
}

/** Whether a read finds something: an absent commit is 404 or 422. */
async function found(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    const failure = failureOf(error, "the commit");
    if (failure.status === 404 || failure.status === 422) return false;
    throw failure;
  }
}
