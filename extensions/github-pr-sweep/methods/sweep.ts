import { apiBaseUrl } from "../../platform/base_url.ts";
import { type Client, connect } from "../../platform/client.ts";
import type { DataHandle, MethodContext, MethodResult } from "../../platform/context.ts";
import { ask, FAILURE_CODES, PlatformFailure } from "../../platform/failure.ts";
import { gitOrigin } from "../../platform/git/environment.ts";
import { instanceName } from "../../platform/names.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { findToken } from "../../platform/token.ts";
import { countsOf, type Sweep, type SweptPullRequest } from "../outputs/sweep.ts";
import { type ForkPull, forkPulls, updateMain } from "../upstream/pulls.ts";
import { openWorkdir } from "../workdir/open.ts";
import { fetchBranches } from "../workdir/workdir.ts";
import { type Checked, checkedArguments, type SweepArguments } from "./arguments.ts";
import { sweepPull } from "./sweep_pull.ts";

/** What the method uses of its context. */
export type SweepContext = MethodContext & { repoDir: string };

/**
 * Goes through the open pull requests of a fork: brings its main branch up, looks at each, brings
 * those that are behind up to their base when asked to, and lets an agent work on each when one is
 * named; reference 7.9. One pull request's failure does not stop the others.
 *
 * @throws Error before anything is written, for arguments that cannot be right and when the pull
 *   requests cannot be listed; at the end, naming the pull requests that failed.
 */
export async function sweep(args: SweepArguments, context: SweepContext): Promise<MethodResult> {
  const checked = checkedArguments(args, context.repoDir);
  const { upstream, fork } = checked;
  const startedAt = new Date().toISOString();
  const baseUrl = apiBaseUrl();
  const token = await findToken(baseUrl, context.signal);
  const client = connect({ extension: "github-pr-sweep", context, token });
  const mainBranch = checked.mainBranch ?? await defaultBranch(client, upstream);
  const { pulls, truncated } = await forkPulls(client, upstream, fork);
  const main = await updateMain(client, fork, mainBranch);
  context.signal.throwIfAborted();

  const dataHandles: DataHandle[] = [];
  const prs: SweptPullRequest[] = [];
  const keep = async (swept: SweptPullRequest) => {
    prs.push(swept);
    const name = instanceName("pr", upstream, String(swept.number));
    dataHandles.push(await context.writeResource("pr", name, swept));
    context.logger.info("#{number}: {action}", { number: swept.number, action: swept.action });
  };
  if (pulls.length > 0) {
    await sweepAll(pulls, { args, checked, client, token, baseUrl, context, keep });
  }
  const data: Sweep = {
    upstream: `${upstream.owner}/${upstream.repo}`,
    fork: `${fork.owner}/${fork.repo}`,
    startedAt,
    finishedAt: new Date().toISOString(),
    mainBranch,
    ...main,
    counts: countsOf(prs),
    prs: prs.map(({ number, url, action, error }) => ({ number, url, action, error })),
    truncated,
  };
  dataHandles.push(await context.writeResource("sweep", instanceName("sweep", fork), data));
  failIfAny(data);
  return { dataHandles };
}

/** What the pull requests are gone through with. */
interface SweepParts {
  args: SweepArguments;
  checked: Checked;
  client: Client;
  token: string;
  baseUrl: string;
  context: SweepContext;
  keep(swept: SweptPullRequest): Promise<void>;
}

async function sweepAll(pulls: readonly ForkPull[], parts: SweepParts): Promise<void> {
  const { args, checked, client, token, baseUrl, context, keep } = parts;
  const { upstream, fork, svcRepoDir } = checked;
  const account = await actingAccount(client);
  const urls = { upstream: cloneUrl(baseUrl, upstream), fork: cloneUrl(baseUrl, fork) };
  const access = { token, baseUrl, signal: context.signal };
  using opened = await openWorkdir(checked.workdir, urls, access);
  const { workdir } = opened;
  await fetchBranches(workdir, pulls.map(({ base }) => base));
  for (const pull of pulls) {
    context.signal.throwIfAborted();
    await keep(
      await sweepPull(pull, {
        client,
        upstream,
        fork: `${fork.owner}/${fork.repo}`,
        workdir,
        committer: committerOf(account),
        resyncBehind: args.resyncBehind ?? false,
        updateStrategy: args.updateStrategy ?? "merge",
        agent: args.agent,
        prompt: args.sweeperPrompt,
        svcRepoDir,
        signal: context.signal,
      }),
    );
  }
}

async function defaultBranch(client: Client, name: RepositoryName): Promise<string> {
  return await ask(
    `${name.owner}/${name.repo}`,
    async () =>
      (await client.request("GET /repos/{owner}/{repo}", { ...name })).data.default_branch,
  );
}

function cloneUrl(baseUrl: string, { owner, repo }: RepositoryName): string {
  return `${gitOrigin(baseUrl)}/${owner}/${repo}.git`;
}

/** Pull requests that the message names. */
const NAMED = 10;

function failIfAny({ prs, mainUpdated, mainError, fork }: Sweep): void {
  const failed = prs.filter(({ action }) => action === "failed");
  const mainFailed = mainUpdated === "failed";
  if (failed.length === 0 && !mainFailed) return;
  const lines = failed.slice(0, NAMED).map(({ number, error }) =>
    `#${number} (${error?.code}): ${error?.message}`
  );
  if (failed.length > NAMED) lines.push(`and ${failed.length - NAMED} more`);
  if (mainFailed) {
    lines.unshift(`the main branch of ${fork} (${mainError?.code}): ${mainError?.message}`);
  }
  const what = [
    ...(mainFailed ? ["the fork's main branch was not updated"] : []),
    ...(failed.length > 0 ? [`${failed.length} of ${prs.length} pull requests failed`] : []),
  ];
  const first = mainFailed ? mainError?.code : failed[0]?.error?.code;
  throw new PlatformFailure(FAILURE_CODES.find((code) => code === first) ?? "git_failed", {
    reason: what.join(", and "),
    hint: `Run again when the reasons are gone:\n  ${lines.join("\n  ")}`,
  });
}

/** The token's account. */
export interface Account {
  login: string;
  id: number | bigint;
}

/** @throws PlatformFailure */
export async function actingAccount(client: Client): Promise<Account> {
  return await ask("the token's account", async () => {
    const { login, id } = (await client.request("GET /user")).data;
    return { login, id };
  });
}

/** Git's variables for who commits: the account, by the address that the platform gives it. */
function committerOf({ login, id }: Account): Record<string, string> {
  const email = `${id}+${login}@users.noreply.github.com`;
  return {
    GIT_AUTHOR_NAME: login,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: login,
    GIT_COMMITTER_EMAIL: email,
  };
}
