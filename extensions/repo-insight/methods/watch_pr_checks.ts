import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import { readPullRequest, readPullRequestContext } from "../actions/pull_request_context.ts";
import type { TriagePullRequest, WatchResult } from "../outputs/triage_pull_request.ts";
import type { Check } from "../../platform/checks.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import type { Client } from "../../platform/client.ts";
import { rememberAnswers } from "../../platform/conditional.ts";
import type { MethodContext } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { poll, realTimer, type Timer } from "../../platform/poll.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";
import { writeOne } from "../../platform/write_one.ts";

/** How long a head may be without any check before there are none. */
const FIRST_CHECK_MS = 60_000;

/** Comments that the written resource holds, as `get_pull_request_context` does by default. */
const COMMENTS = 20;

/**
 * Waits for the checks of a pull request's head and writes the pull request with how it ended. That
 * the time was up is a result like any other.
 */
export const watchPrChecks = defineMethod({
  description: "Wait until the checks of a pull request's head have ended",
  kind: "read",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the pull request"),
    timeoutSeconds: z.number().int().min(1).max(3000).optional().describe(
      "Time limit in seconds (default: 600)",
    ),
    pollIntervalSeconds: z.number().int().min(5).max(600).optional().describe(
      "Seconds between checks (default: 15)",
    ),
  }),
  async execute(
    { repo, number, timeoutSeconds = 600, pollIntervalSeconds = 15 },
    context: MethodContext,
    timer: Timer = realTimer,
  ) {
    const name = parseRepositoryName(repo);
    const client = await openClient(context);
    rememberAnswers(client);
    return await ask(`the checks of ${repo}#${number}`, async () => {
      const startedAt = new Date(timer.now()).toISOString();
      const headSha = (await readPullRequest(client, name, number)).head.sha;
      const result = await poll(
        (elapsed) => look(client, name, { number, headSha, elapsed }, context),
        {
          timer,
          timeoutMs: timeoutSeconds * 1000,
          intervalMs: pollIntervalSeconds * 1000,
          signal: context.signal,
        },
      ) ?? "timed-out";
      context.logger.info("{repo}#{number}: {result}", { repo, number, result });
      const data: TriagePullRequest = {
        ...await readPullRequestContext(client, name, number, COMMENTS),
        watch: {
          result,
          headSha,
          timeoutSeconds,
          startedAt,
          endedAt: new Date(timer.now()).toISOString(),
        },
      };
      return await writeOne(context, "triagePullRequest", [name, String(number)], data);
    });
  },
});

/** One look at the checks; the pull request is read after them, so that they are its head's. */
async function look(
  client: Client,
  name: RepositoryName,
  watched: { number: number; headSha: string; elapsed: number },
  context: MethodContext,
): Promise<WatchResult | undefined> {
  const { checks } = await commitChecks(client, name, watched.headSha);
  const pull = await readPullRequest(client, name, watched.number);
  if (pull.state === "closed") return "closed";
  if (pull.head.sha !== watched.headSha) return "head-moved";
  const result = verdict(checks, watched.elapsed);
  if (result === undefined && checks.length > 0) {
    const pending = checks.filter((check) => check.state === "pending").length;
    context.logger.info("{pending} of {all} checks pending", { pending, all: checks.length });
  }
  return result;
}

function verdict(checks: readonly Check[], elapsed: number): WatchResult | undefined {
  if (checks.length === 0) return elapsed >= FIRST_CHECK_MS ? "no-checks" : undefined;
  if (checks.some((check) => check.state === "pending")) return undefined;
  return checks.some((check) => check.state === "failure") ? "failed" : "passed";
}
