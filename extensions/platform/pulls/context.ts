import * as z from "npm:zod@4.6.7";
import { type Client, connect } from "../client.ts";
import type { MethodContext } from "../context.ts";
import { PlatformFailure } from "../failure.ts";
import { parseRepositoryName, type RepositoryName } from "../repository_name.ts";

/** The name both extensions of the pair give themselves in their requests. */
export const EXTENSION = "github-pull-requests";

/** Global arguments of both extensions of the pair. */
export interface Globals {
  token?: string | undefined;
  defaultOwner?: string | undefined;
}

/** What a method of the pair is given. */
export type PullsContext = MethodContext<Globals>;

/** The arguments that name a repository. */
export const REPOSITORY = {
  owner: z.string().min(1).max(39).optional().describe(
    "Owner of the repository (default: the global defaultOwner)",
  ),
  repo: z.string().min(1).max(140).describe("Repository: its name, or owner/name"),
};

/** What they are given. */
export interface RepositoryArgs {
  owner?: string | undefined;
  repo: string;
}

/**
 * The repository that a method's arguments mean: `repo` as `owner/name`, whatever owner is given
 * beside it, or as a name with the argument `owner` or the global argument `defaultOwner`.
 *
 * @throws PlatformFailure `refused` when no owner is known, or a name is not valid
 */
export function repositoryOf({ owner, repo }: RepositoryArgs, globals: Globals): RepositoryName {
  const found = owner ?? globals.defaultOwner;
  if (found === undefined && !repo.includes("/")) {
    throw new PlatformFailure("refused", {
      reason: `the owner of '${repo.slice(0, 100)}' is not known`,
      hint: "Give the argument 'owner', or set the global argument 'defaultOwner'",
    });
  }
  return parseRepositoryName(repo, found);
}

/**
 * A client for the methods that use the client library.
 *
 * @throws PlatformFailure `missing_token`: these methods never fall back on the login of `gh`
 */
export function apiClient(context: PullsContext): Client {
  const { token } = context.globalArgs;
  if (token === undefined) {
    throw new PlatformFailure("missing_token", {
      reason: "this method needs a token",
      hint: "Set the global argument 'token', for example to ${{ env.GH_TOKEN }}",
    });
  }
  return connect({ extension: EXTENSION, context, token });
}
