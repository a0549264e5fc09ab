import { SvcError } from "@svc/core/error";
import type { Whoami } from "@svc/core/wire";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

/**
 * Who the caller's credential acts as.
 *
 * @throws SvcError `invalid_api_key` when the server does not know the key.
 */
export async function callWhoami(caller: Caller): Promise<Whoami> {
  const answer = await callJson<Whoami | { authenticated: false }>(caller, { path: "/api/whoami" });
  if (answer.authenticated) return answer;
  throw new SvcError("invalid_api_key", `${caller.serverUrl} does not know this key`, {
    hint: "Run 'svc auth login', or check SVC_API_KEY.",
  });
}
