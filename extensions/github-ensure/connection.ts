import { type Client, connect } from "../platform/client.ts";
import type { MethodContext } from "../platform/context.ts";
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

/** The repository that an argument names: `owner/name`, or a bare name of the behavior's owner. */
export function repositoryOf(text: string, { owner }: Globals): RepositoryName {
  return parseRepositoryName(text, owner);
}
