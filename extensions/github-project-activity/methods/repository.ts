import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { LedgerArguments } from "../arguments.ts";

/** Global arguments that may be left out, each needed by some methods. */
const NEEDED = ["githubToken", "owner", "repo"] as const;

/**
 * The repository of the ledger and the token for it.
 *
 * @throws PlatformFailure `refused` that names everything that is missing.
 */
export function repositoryAndToken(
  globals: LedgerArguments,
): { name: RepositoryName; token: string } {
  const { githubToken, owner, repo } = needed(globals, NEEDED);
  return { name: { owner, repo }, token: githubToken };
}

/**
 * The repository of the ledger, for methods that ask nobody.
 *
 * @throws PlatformFailure `refused` that names everything that is missing.
 */
export function repositoryOf(globals: LedgerArguments): RepositoryName {
  return needed(globals, ["owner", "repo"]);
}

function needed<Name extends typeof NEEDED[number]>(
  globals: LedgerArguments,
  names: readonly Name[],
): Record<Name, string> {
  const missing = names.filter((name) => !globals[name]);
  if (missing.length === 0) {
    // Only what is asked for: whatever else came along would end in addresses.
    return Object.fromEntries(names.map((name) => [name, globals[name]])) as Record<Name, string>;
  }
  throw new PlatformFailure("refused", {
    what: "the ledger's repository",
    reason: `the behavior has no ${missing.join(", ")}`,
    hint: `Create it with ${missing.map((name) => `--global-arg ${EXAMPLES[name]}`).join(" ")}`,
  });
}

const EXAMPLES: Readonly<Record<typeof NEEDED[number], string>> = {
  githubToken: "'githubToken=${{ env.GH_TOKEN }}'",
  owner: "owner=octocat",
  repo: "repo=hello-world",
};
