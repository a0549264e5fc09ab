import * as z from "npm:zod@4.6.7";
import { apiBaseUrl } from "../../platform/base_url.ts";
import { type Client, connect } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import {
  ownerPattern,
  parseRepositoryName,
  type RepositoryName,
} from "../../platform/repository_name.ts";
import { findToken } from "../../platform/token.ts";

const account = z.string().regex(ownerPattern).optional();

/** Schema of {@link Globals}. @param permissions what the token needs */
export const accountGlobals = (permissions: string) =>
  z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe(`Token with ${permissions}`),
    org: account.describe("Default organisation"),
    owner: account.describe("Default user or organisation"),
  });

/** Global arguments of the types that act on an organisation's or a user's repositories. */
export type Globals = z.infer<ReturnType<typeof accountGlobals>>;

/** An argument in place of the behavior's organisation. */
export const ORG = account.describe("Organisation (default: the behavior's organisation)");

/** An argument in place of the behavior's owner. */
export const OWNER = account.describe("Owner (default: the behavior's owner)");

/** Schema of {@link RunGlobals}. */
export const runGlobals = z.object({
  owner: z.string().regex(ownerPattern).describe("User or organisation that owns the repository"),
  repo: z.string().min(1).max(140).describe("Name of the repository, or owner/name"),
  token: z.string().min(1).meta({ sensitive: true }).optional().describe(
    "Token (default: GH_TOKEN, GITHUB_TOKEN or the login of gh)",
  ),
});

/** Global arguments of the type for the workflow runs of a pull request. */
export type RunGlobals = z.infer<typeof runGlobals>;

/** A client with the token of the behavior. */
export function openClient(context: MethodContext<Globals>): Client {
  return connect({ extension: "github", context, token: context.globalArgs.token });
}

/** A client with the behavior's token, else one that the environment or `gh` has. */
export async function openRunClient(context: MethodContext<RunGlobals>): Promise<Client> {
  const baseUrl = apiBaseUrl();
  const token = context.globalArgs.token ?? await findToken(baseUrl, context.signal);
  return connect({ extension: "github", context, token, baseUrl });
}

/** Whose repositories: the argument, else the behavior's owner, else its organisation. */
export function ownerOf(owner: string | undefined, globals: Globals): string | undefined {
  return owner ?? globals.owner ?? globals.org;
}

/**
 * The organisation: the argument, else the behavior's.
 *
 * @throws PlatformFailure `refused` when neither is given.
 */
export function orgOf(org: string | undefined, globals: Globals): string {
  const found = org ?? globals.org;
  if (found !== undefined) return found;
  throw new PlatformFailure("refused", {
    reason: "no organisation was given",
    hint: "Give the argument org, or create the behavior with --global-arg org=NAME",
  });
}

/**
 * The repository that `repo` names: `owner/name`, whatever owner is given beside it, or a name alone
 * with an owner.
 *
 * @throws PlatformFailure `refused` when there is no owner, or for other text.
 */
export function repositoryOf(
  repo: string,
  owner: string | undefined,
  globals: Globals,
): RepositoryName {
  return parseRepositoryName(repo, ownerOf(owner, globals));
}
