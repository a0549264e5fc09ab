import { SvcError } from "@svc/core/error";
import type { SignedInVisit, Visit } from "./visit.ts";

/**
 * The visit of somebody who is signed in.
 *
 * @throws SvcError `not_authenticated`; a page then leads to the sign-in form and back.
 */
export function signedIn(visit: Visit): SignedInVisit {
  if (visit.principal.kind !== "session") {
    throw new SvcError("not_authenticated", "Sign in to see this page", {
      hint: "Open /sign-in.",
    });
  }
  return visit as SignedInVisit;
}
