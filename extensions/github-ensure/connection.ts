import { type Client, connect } from "../platform/client.ts";
import type { MethodContext } from "../platform/context.ts";
import { PlatformFailure } from "../platform/failure.ts";
import { parseRepositoryName, type RepositoryName } from "../platform/repository_name.ts";

/** Global arguments of the type. */
export interface Globals {
  token: string;
  owner: string;
  isOrg?: boolean | undefined;
  baseUrl?: string | undefined;
}

/** What each method is given. */
export type EnsureContext = MethodContext<Globals>;

/** A client with the behavior's token. */
export function open(context: EnsureContext): Client {
  const { token, baseUrl } = context.globalArgs;
  return connect({ extension: "github-ensure", context, token, baseUrl });
}

/**
 * The repository that an argument names: a bare name, or `owner/name` with the behavior's owner.
 *
 * @throws PlatformFailure `refused` for another owner: the behavior is about one
 */
export function repositoryOf(text: string, { owner }: Globals): RepositoryName {
  const name = parseRepositoryName(text, owner);
  if (name.owner.toLowerCase() !== owner.toLowerCase()) {
    throw new PlatformFailure("refused", {
      reason: `'${text}' does not belong to ${owner}`,
      hint: "This behavior is for one owner; make another behavior for another owner",
    });
  }
  return name;
}
