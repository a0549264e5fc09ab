import * as z from "npm:zod@4.6.7";
import { openRunClient, type RunGlobals } from "./connection.ts";
import { RUN_COLUMNS } from "../listing/columns.ts";
import { logItems } from "../listing/log_table.ts";
import { type PrRun, type Run, type RunState, toRun } from "../outputs/pr_run.ts";
import type { Client } from "../../platform/client.ts";
import { rememberAnswers } from "../../platform/conditional.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { collect, type Listing, PER_PAGE } from "../../platform/page.ts";
import { poll, realTimer, type Timer } from "../../platform/poll.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";
import { writeOne } from "../../platform/write_one.ts";

/** For how long runs are watched at most. */
const LONGEST_WATCH_MS = 50 * 60_000;

/** How long a head may be without any run before there are none. */
const FIRST_RUN_MS = 60_000;

/** Writes the workflow runs of a pull request's head. */
export const readPrRun = defineMethod({
  description: "Read the workflow runs of a pull request's head",
  kind: "read",
  arguments: z.object({
    pr: z.number().int().min(1).describe("Number of the pull request"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ pr, json }, context: MethodContext<RunGlobals>) {
    const name = repository(context);
    const client = await openRunClient(context);
    return await ask(`the workflow runs of ${name.owner}/${name.repo}#${pr}`, async () => {
      const { head } = await readPull(client, name, pr);
      const runs = await readRuns(client, name, head.sha);
      return await write(context, name, pr, { headSha: head.sha, runs, json });
    });
  },
});

/** Waits until none of the runs of a pull request's head is under way, and writes them. */
export const watchPrRun = defineMethod({
  description: "Wait until the workflow runs of a pull request's head have ended",
  kind: "read",
  arguments: z.object({
    pr: z.number().int().min(1).describe("Number of the pull request"),
    interval: z.number().int().min(3).max(600).default(10).describe(
      "Seconds between checks",
    ),
  }),
  async execute({ pr, interval }, context: MethodContext<RunGlobals>, timer: Timer = realTimer) {
    const name = repository(context);
    const client = await openRunClient(context);
    rememberAnswers(client);
    return await ask(`the workflow runs of ${name.owner}/${name.repo}#${pr}`, async () => {
      const headSha = (await readPull(client, name, pr)).head.sha;
      let runs: Listing<Run> = { items: [], truncated: false };
      const look = async (elapsed: number): Promise<RunState | undefined> => {
        runs = await readRuns(client, name, headSha);
        const pull = await readPull(client, name, pr);
        if (pull.head.sha !== headSha) return "head-moved";
        if (pull.state === "closed") return "closed";
        const state = stateOf(runs.items);
        if (state === "no-runs" && elapsed < FIRST_RUN_MS) return undefined;
        return state === "pending" ? undefined : state;
      };
      const state = await poll(look, {
        timer,
        timeoutMs: LONGEST_WATCH_MS,
        intervalMs: interval * 1000,
        signal: context.signal,
      }) ?? "timed-out";
      return await write(context, name, pr, { headSha, runs, json: false, state });
    });
  },
});

function repository({ globalArgs: { owner, repo } }: MethodContext<RunGlobals>): RepositoryName {
  return parseRepositoryName(repo, owner);
}

async function readPull(client: Client, name: RepositoryName, number: number) {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  return (await client.request(route, { ...name, pull_number: number })).data;
}

async function readRuns(
  client: Client,
  name: RepositoryName,
  sha: string,
): Promise<Listing<Run>> {
  const pages = client.pages("GET /repos/{owner}/{repo}/actions/runs", {
    ...name,
    head_sha: sha,
    per_page: PER_PAGE,
  });
  return await collect(pages, toRun);
}

/** What runs say together; one that did not succeed, and was not skipped, failed. */
function stateOf(runs: readonly Run[]): RunState {
  if (runs.length === 0) return "no-runs";
  if (runs.some(({ status }) => status !== "completed")) return "pending";
  const fine = ["success", "skipped", "neutral"];
  return runs.every(({ conclusion }) => fine.includes(conclusion ?? "")) ? "passed" : "failed";
}

async function write(
  context: MethodContext<RunGlobals>,
  name: RepositoryName,
  number: number,
  { headSha, runs, json, state = stateOf(runs.items) }: {
    headSha: string;
    runs: Listing<Run>;
    json: boolean;
    state?: RunState;
  },
): Promise<MethodResult> {
  const data: PrRun = {
    repo: `${name.owner}/${name.repo}`,
    number,
    headSha,
    state,
    runs: runs.items,
    truncated: runs.truncated,
    fetchedAt: new Date().toISOString(),
  };
  logItems(context.logger, runs.items, RUN_COLUMNS, json);
  context.logger.info("#{number}: {state}", { number, state });
  return await writeOne(context, "prRun", [name, String(number)], data);
}
