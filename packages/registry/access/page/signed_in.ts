import { SvcError } from "@svc/core/error";
import type { PageHandler } from "./page.ts";
import type { SignedInVisit, Visit } from "./visit.ts";

/**
 * The visit of somebody who is signed in.
 *
 * @throws SvcError `not_authenticated`; a page then leads to the sign-in form and back, and who sent
 * a form reads how to send it again.
 */
export function signedIn(visit: Visit): SignedInVisit {
  if (visit.principal.kind !== "session") {
    throw new SvcError("not_authenticated", "You are signed out, and nothing was changed", {
      hint: "Sign in in another tab, go back in this one, and send the form again.",
    });
  }
  return visit as SignedInVisit;
}

/** The handler of a page that is for people who are signed in: {@link signedIn}. */
export function withSession(
  handler: (visit: SignedInVisit) => ReturnType<PageHandler>,
): PageHandler {
  return (visit) => handler(signedIn(visit));
}
