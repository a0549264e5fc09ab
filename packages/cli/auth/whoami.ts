import { SvcError } from "@svc/core/error";
import type { Whoami } from "@svc/core/wire";
import { callObject } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

/**
 * Who the caller's credential acts as.
 *
 * @throws SvcError `invalid_api_key` when the server does not know the key.
 */
export async function callWhoami(caller: Caller): Promise<Whoami> {
  const answer = await callObject(caller, { path: "/api/whoami" });
  // Of what else it holds each place reads what it needs: 'whoami' is to start fast.
  if (answer["authenticated"]) return answer as unknown as Whoami;
  throw new SvcError("invalid_api_key", `${caller.serverUrl} does not know this key`, {
    hint: "Run 'svc auth login', or check SVC_API_KEY.",
  });
}
