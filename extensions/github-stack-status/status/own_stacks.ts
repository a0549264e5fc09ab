import type { Client } from "../../platform/client.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { MOST_PULL_REQUESTS } from "../stack/numbers.ts";

/** An open pull request of the list, as far as it decides what belongs together. */
interface Listed {
  number: number;
  author: string | null;
  branch: string | undefined;
  base: string;
}

/**
 * The stacks of the acting account's open pull requests: each with what it stands on, whoever wrote
 * that, and what stands on it of their own. Lowest number first.
 *
 * @throws PlatformFailure; Error when they are more than 50 together.
 */
export async function ownStacks(client: Client, name: RepositoryName): Promise<number[][]> {
  const open = await openPullRequests(client, name);
  const carriers = new Map<string, Listed>();
  for (const pull of open) if (pull.branch !== undefined) carriers.set(pull.branch, pull);
  const login = await actingAccount(client);
  const stacks = new Map<Listed, Set<Listed>>();
  for (const own of open.filter(({ author }) => author === login)) {
    const line = lineBelow(own, carriers);
    const root = line.at(-1)!;
    stacks.set(root, new Set([...stacks.get(root) ?? [], ...line]));
  }
  const numbers = [...stacks.values()].map((stack) =>
    [...stack].map(({ number }) => number).sort((one, other) => one - other)
  );
  if (numbers.flat().length > MOST_PULL_REQUESTS) {
    throw new Error(
      `${login} has stacks of ${numbers.flat().length} pull requests in ${name.owner}/${name.repo}; ` +
        `at most ${MOST_PULL_REQUESTS} are read at once. Name one stack with the argument 'stack'`,
    );
  }
  return numbers.sort((one, other) => one[0]! - other[0]!);
}

/** A pull request and all it stands on, down to one whose base is nobody's branch. */
function lineBelow(tip: Listed, carriers: ReadonlyMap<string, Listed>): Listed[] {
  const line = [tip];
  for (
    let next = carriers.get(tip.base);
    next && !line.includes(next);
    next = carriers.get(next.base)
  ) line.push(next);
  return line;
}

async function openPullRequests(client: Client, name: RepositoryName): Promise<Listed[]> {
  return await ask(`the open pull requests of ${name.owner}/${name.repo}`, async () => {
    const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
      ...name,
      state: "open",
      per_page: PER_PAGE,
    });
    const { items } = await collect(pages, (pull) => ({
      number: pull.number,
      author: pull.user?.login ?? null,
      branch: pull.head.repo?.full_name === pull.base.repo.full_name ? pull.head.ref : undefined,
      base: pull.base.ref,
    }));
    return items;
  });
}

async function actingAccount(client: Client): Promise<string> {
  return await ask(
    "the token's account",
    async () => (await client.request("GET /user")).data.login,
  );
}
