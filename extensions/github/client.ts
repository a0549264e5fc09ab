import { apiBaseUrl } from "../platform/base_url.ts";
import { type Client, connect } from "../platform/client.ts";
import type { MethodContext } from "../platform/context.ts";
import { findToken } from "../platform/token.ts";

/** Global arguments of the types that act on an organisation's or a user's repositories. */
export interface Globals {
  token: string;
  org?: string | undefined;
  owner?: string | undefined;
}

/** Global arguments of the type for the workflow runs of a pull request. */
export interface RunGlobals {
  owner: string;
  repo: string;
  token?: string | undefined;
}

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
