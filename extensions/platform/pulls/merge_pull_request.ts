import * as z from "npm:zod@4.6.7";
import type { Client } from "../client.ts";
import { ask, failureOf, PlatformFailure } from "../failure.ts";
import { writeOnce } from "../lost_answer.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";
import { tellOutcome } from "../tell_outcome.ts";
import { apiClient, type PullsContext, REPOSITORY, repositoryOf } from "./context.ts";
import { MERGE_METHODS, type MergeDocument, type MergeMethod } from "./merge.ts";
import { type MergeablePull, notMergeable, readMergeable, readPull } from "./mergeable.ts";
import { writeOne } from "../write_one.ts";
import { defineMethod } from "../method.ts";

/** Merges one pull request at the head it has now. */
export const mergePullRequest = defineMethod({
  description: "Merge a pull request by number",
  kind: "update",
  arguments: z.object({
    ...REPOSITORY,
    pullNumber: z.number().int().min(1).describe("Number of the pull request"),
    mergeMethod: z.enum(MERGE_METHODS).optional().describe(
      "Merge method (default: the first of merge, squash and rebase that the repository allows)",
    ),
    commitMessage: z.string().min(1).max(65_536).optional().describe(
      "Text of the commit below its title; not with rebase",
    ),
  }),
  async execute({ owner, repo, pullNumber, mergeMethod, commitMessage }, context: PullsContext) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    refuseMessage(mergeMethod, commitMessage);
    const client = apiClient(context);
    const what = `pull request ${pullNumber} of ${fullName(name)}`;
    return await ask(what, async () => {
      const target = { ...name, pull_number: pullNumber };
      const pull = await readMergeable(client, target, context.signal);
      const merged = pull.merged
        ? already(pull)
        : await merge(client, target, pull, await chosen(client, name, mergeMethod), commitMessage);
      const data: MergeDocument = {
        repo: fullName(name),
        kind: "pull-request",
        number: pullNumber,
        base: pull.base,
        head: pull.head,
        ...merged,
        fetchedAt: new Date().toISOString(),
      };
      const result = await writeOne(context, "merge", [name, String(pullNumber)], data);
      tellOutcome(context, `the merge of ${what}`, data);
      return result;
    });
  },
});

type Merged = Pick<MergeDocument, "method" | "sha" | "outcome" | "mergedAt">;

/** It was merged before, by whomever; the API's newer versions do not tell how. */
function already({ mergedAt }: MergeablePull): Merged {
  return { method: null, sha: null, outcome: "exists", mergedAt };
}

async function merge(
  client: Client,
  target: RepositoryName & { pull_number: number },
  pull: MergeablePull,
  method: MergeMethod,
  commitMessage: string | undefined,
): Promise<Merged> {
  refuseMessage(method, commitMessage);
  const write = async (): Promise<Merged> => {
    const { data } = await client.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
      ...target,
      // What was looked at is what gets merged: with another head the platform refuses.
      sha: pull.headSha,
      merge_method: method,
      ...(commitMessage === undefined ? {} : { commit_message: commitMessage }),
    });
    const { mergedAt } = await readPull(client, target);
    return { method, sha: data.sha, outcome: "created", mergedAt };
  };
  const effect = async () => {
    const now = await readPull(client, target);
    return now.merged ? already(now) : undefined;
  };
  try {
    return await writeOnce(write, effect);
  } catch (error) {
    const failure = failureOf(error, "the merge");
    if (failure.status === 409) throw headMoved();
    if (failure.status !== 405) throw failure;
    // Refused because somebody else merged it in between, or for the state it is in.
    const now = await readPull(client, target);
    if (now.merged) return already(now);
    throw notMergeable(now, failure, method);
  }
}

/** A way the repository allows; what the token may not see counts as allowed. */
async function chosen(
  client: Client,
  name: RepositoryName,
  wanted: MergeMethod | undefined,
): Promise<MergeMethod> {
  if (wanted !== undefined) return wanted;
  const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
  const allowed = {
    merge: data.allow_merge_commit,
    squash: data.allow_squash_merge,
    rebase: data.allow_rebase_merge,
  };
  return MERGE_METHODS.find((method) => allowed[method] !== false) ?? "merge";
}

function refuseMessage(method: MergeMethod | undefined, message: string | undefined): void {
  if (method !== "rebase" || message === undefined) return;
  throw new PlatformFailure("refused", {
    reason: "a rebase creates no commit for the message",
    hint: "Omit 'commitMessage', or choose the merge method merge or squash",
  });
}

function headMoved(): PlatformFailure {
  return new PlatformFailure("conflict", {
    status: 409,
    reason: "not merged, its head changed meanwhile",
    hint: "Review the new commits, then run again",
  });
}
