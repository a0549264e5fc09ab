import * as z from "npm:zod@4.6.7";
import { apiBaseUrl } from "../../platform/base_url.ts";
import { connect } from "../../platform/client.ts";
import type { DataHandle } from "../../platform/context.ts";
import { failIfAny, fanOut } from "../../platform/fan_out.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { findToken } from "../../platform/token.ts";
import type { StackStatus } from "../outputs/stack_status.ts";
import { namedStack } from "../stack/numbers.ts";
import { stackOrder } from "../stack/order.ts";
import { ownStacks } from "../status/own_stacks.ts";
import { readPullRequest, type ReadStatus } from "../status/pull_request.ts";
import type { StackContext } from "./context.ts";
import { stackName } from "./stack_name.ts";
import { defineMethod } from "../../platform/method.ts";

const STACK =
  "Pull requests of the stack: URLs, or numbers such as #12 #13 (default: your open ones)";

/** Pull requests read at a time. */
const CONCURRENCY = 4;

/**
 * Reads a stack, or those of the acting account, and writes a `prStatus` for each pull request and a
 * `stackStatus` for each stack; reference 7.6.
 *
 * @throws Error when a pull request could not be read. The others are written, the stack is not: a
 *   stack with a gap would read as whole.
 */
export const fetchStack = defineMethod({
  description: "Read the pull requests of a stack and put them in order, base to tip",
  kind: "read",
  arguments: z.object({
    stack: z.string().min(1).max(10_000).optional().describe(STACK),
    repo: z.string().min(3).max(140).optional().describe(
      "Repository as owner/name (default: the behavior's repository)",
    ),
    nowIso: z.iso.datetime({ offset: true }).optional().describe(
      "Time to record as the fetch time, ISO 8601 (default: now)",
    ),
  }),
  async execute({ stack, repo, nowIso }, context: StackContext) {
    const named = stack === undefined ? undefined : namedStack(stack);
    const name = repositoryOf(named?.repo, repo ?? context.globalArgs.repo);
    const token = await findToken(apiBaseUrl(), context.signal);
    const client = connect({ extension: "github-stack-status", context, token });
    const fetchedAt = nowIso === undefined
      ? new Date().toISOString()
      : new Date(nowIso).toISOString();
    const stacks = named === undefined ? await ownStacks(client, name) : [named.numbers];
    if (stacks.length === 0) {
      context.logger.info("no open pull request of yours in {repo}", {
        repo: `${name.owner}/${name.repo}`,
      });
    }

    const dataHandles: DataHandle[] = [];
    const results = await fanOut(
      [...new Set(stacks.flat())],
      { concurrency: CONCURRENCY, signal: context.signal },
      async (number): Promise<ReadStatus> => {
        const read = await readPullRequest(client, name, number, fetchedAt);
        const resource = instanceName("prstatus", name, String(number));
        dataHandles.push(await context.writeResource("prStatus", resource, read.status));
        return read;
      },
    );
    failIfAny(results, (number) => `#${number}`);
    const read = new Map(results.map(({ item, value }) => [item, value!]));
    for (const numbers of stacks) {
      const data = stackOf(numbers.map((number) => read.get(number)!), fetchedAt);
      const resource = stackName("stackstatus", name, numbers);
      dataHandles.push(await context.writeResource("stackStatus", resource, data));
    }
    return { dataHandles };
  },
});

/** The repository, by whichever says it; the two must agree. */
function repositoryOf(named: string | undefined, given: string | undefined): RepositoryName {
  if (named !== undefined && given !== undefined && named.toLowerCase() !== given.toLowerCase()) {
    throw new Error(`The stack is in ${named}, but the given repository is ${given}`);
  }
  const repo = given ?? named;
  if (repo === undefined) {
    throw new Error(
      "There is no repository: give the argument 'repo', set the global argument 'repo', or " +
        "name the pull requests by their URLs",
    );
  }
  return parseRepositoryName(repo);
}

function stackOf(read: readonly ReadStatus[], fetchedAt: string): StackStatus {
  const { ordered, pulls, branches } = stackOrder(read.map(({ status, branch }) => ({
    status,
    branch,
    number: status.number,
    base: status.base,
    mergedAt: status.mergedAt,
  })));
  const prs = pulls.map(({ status }) => status);
  return { repo: prs[0]!.repo, ordered, prs, branches, fetchedAt };
}
