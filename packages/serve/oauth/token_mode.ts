import { SvcError } from "@svc/core/error";
import type { State } from "../state/open.ts";
import { livePrincipals, revokeByPrincipal } from "../tokens/people.ts";

/** Answers what a client asks before it logs in, where only tokens of the operator are good (reference runtime 8.2). */
export function tokenModeAnswer(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (pathname === "/auth/info") {
    return Promise.resolve(
      Response.json({ mode: "token" }, { headers: { "cache-control": "no-store" } }),
    );
  }
  if (pathname !== "/auth/device" && pathname !== "/auth/device/token") {
    return Promise.resolve(undefined);
  }
  const error = new SvcError("method_not_allowed", "This server does not support device login", {
    hint: "Ask the operator for a token; the server runs with --auth-mode token.",
  });
  return Promise.resolve(Response.json(error, { status: error.status, headers: { allow: "" } }));
}

/** Ends what people got from an earlier start by the registry: nobody asks it about them any more. */
export function endLogins(state: State, now: Date): void {
  for (const { sub } of livePrincipals(state, now)) {
    revokeByPrincipal(state, sub, "configuration", now);
  }
  state.database.exec("DELETE FROM oauth_login; DELETE FROM session WHERE owner LIKE 'login:%'");
}
