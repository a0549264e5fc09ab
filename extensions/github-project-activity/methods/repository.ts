import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { ownRepository } from "../naming/own_repository.ts";
import type { LedgerArguments } from "../context/context.ts";

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
  return { name: repositoryOf(globals, NEEDED), token: globals.githubToken! };
}

/**
 * The repository of the ledger, for methods that ask nobody.
 *
 * @throws PlatformFailure `refused` that names everything that is missing.
 */
export function repositoryOf(
  globals: LedgerArguments,
  needed: readonly (typeof NEEDED[number])[] = ["owner", "repo"],
): RepositoryName {
  const name = ownRepository(globals);
  const missing = needed.filter((one) =>
    one === "owner" ? !globals.owner && name === null : !globals[one]
  );
  if (missing.length === 0) return name!;
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
