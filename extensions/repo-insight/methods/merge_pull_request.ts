import * as z from "npm:zod@4.6.7";
import { rememberAnswers } from "../../platform/conditional.ts";
import type { MethodContext } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { poll, realTimer, type Timer } from "../../platform/poll.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { actingAccount } from "../actions/account.ts";
import { commentOnce } from "../actions/comments.ts";
import { type ActionRequest, actOnRecord, type Journal } from "../actions/journal.ts";
import { type ApiPullRequest, readPullRequest } from "../actions/pull_request_context.ts";
import { defineMethod } from "../../platform/method.ts";

/**
 * Comments that a pull request is approved, once for each key, and waits until it is merged. It
 * does not merge: a merge queue, auto-merge or a bot does (catalogue reference 7.3).
 */
export const mergePullRequest = defineMethod({
  description: "Comment that a pull request is approved, and wait until it is merged",
  kind: "action",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the pull request"),
    approvalComment: z.string().min(1).max(60_000).optional()
      .describe("Text of the comment (default: Approved for merge.)"),
    timeoutSeconds: z.number().int().min(1).max(3000).optional().describe(
      "Time limit in seconds (default: 600)",
    ),
    pollIntervalSeconds: z.number().int().min(5).max(600).optional().describe(
      "Seconds between checks (default: 15)",
    ),
    idempotencyKey: z.string().min(8).max(200).describe(
      "Key for this action; the same key comments only once",
    ),
  }),
  async execute(args, context: MethodContext, timer: Timer = realTimer) {
    const { repo, number, approvalComment = "Approved for merge." } = args;
    const { timeoutSeconds = 600, pollIntervalSeconds = 15 } = args;
    const name = parseRepositoryName(repo);
    const what = `merging ${repo}#${number}`;
    const request: ActionRequest = {
      action: "merge_pull_request",
      name,
      number,
      idempotencyKey: args.idempotencyKey,
      effect: { approvalComment },
    };
    return await actOnRecord(context, what, request, async (client, journal) => {
      rememberAnswers(client);
      const pull = await readPullRequest(client, name, number);
      const login = await actingAccount(client);
      const known = { performedBy: login, url: pull.html_url, headSha: pull.head.sha };
      if (pull.merged) return await journal.finish({ ...known, outcome: "exists" });
      assertWaiting(pull);
      const body = withHead(approvalComment, pull.head.sha);
      const comment = { what, name, number, body, intent: known };
      const { made } = await commentOnce(client, journal, comment);
      const headSha = approvedHead(made.body ?? "") ?? pull.head.sha;
      const done = { ...known, headSha };
      context.logger.info("approved {head}, waiting for the merge", { head: headSha });
      const merged = await poll(
        async () => {
          const now = await readPullRequest(client, name, number);
          await recorded(journal, done, () => assertHead(now, headSha));
          if (now.merged) return true;
          await recorded(journal, done, () => assertWaiting(now));
          return undefined;
        },
        {
          timer,
          timeoutMs: timeoutSeconds * 1000,
          intervalMs: pollIntervalSeconds * 1000,
          signal: context.signal,
        },
      );
      if (merged) return await journal.finish({ ...done, outcome: "updated" });
      const reason = `no merge queue, auto-merge or bot merged it within ${timeoutSeconds} s`;
      await journal.finish({ ...done, outcome: "unchanged", reason });
      throw new PlatformFailure("pending", {
        reason,
        hint: "Run again with the same key to keep waiting: there will be no second comment. " +
          "To merge it yourself, use mergePullRequest of @svc/github-pull-requests",
      });
    });
  },
});

/** @throws PlatformFailure `not_mergeable` when nobody can merge it as it is. */
function assertWaiting({ state, draft, mergeable, mergeable_state }: ApiPullRequest): void {
  const reason = state === "closed"
    ? "it is closed and was not merged"
    : draft
    ? "it is a draft"
    : mergeable === false || mergeable_state === "dirty"
    ? "it conflicts with its base branch"
    : undefined;
  if (reason !== undefined) throw new PlatformFailure("not_mergeable", { reason });
}

/** @throws PlatformFailure `conflict` when what would be merged is not what was approved. */
function assertHead({ head, merged }: ApiPullRequest, approved: string): void {
  if (head.sha === approved) return;
  throw new PlatformFailure("conflict", {
    reason: `${approved} was approved, but its head is now ${head.sha}${
      merged ? ", which was merged" : ""
    }`,
    hint: "Review the new commits and approve them with a new key",
  });
}

/** Writes down why waiting ended. */
async function recorded(
  journal: Journal,
  done: Parameters<Journal["finish"]>[0],
  assertion: () => void,
): Promise<void> {
  try {
    assertion();
  } catch (error) {
    await journal.finish({ ...done, outcome: "failed", reason: (error as Error).message });
    throw error;
  }
}

/** The head as an approval carries it, just before the marker that ends the comment. */
const HEAD =
  /<!-- svc:head:([0-9a-f]{40}(?:[0-9a-f]{24})?) -->\s*<!-- svc:key:[0-9a-f]{32} -->\s*$/;

/** A comment with the head that it approves, unseen by readers. */
export function withHead(comment: string, sha: string): string {
  return `${comment}\n\n<!-- svc:head:${sha} -->`;
}

/** The head that a comment approves; undefined when it names none at its end. */
function approvedHead(comment: string): string | undefined {
  return HEAD.exec(comment)?.[1];
}
