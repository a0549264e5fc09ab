import { assertOwnPage } from "../../request/origin.ts";
import type { SignIn } from "../login/mod.ts";
import { redirectTo } from "../../request/redirect.ts";

/**
 * `POST /auth/logout`: ends the browser's session.
 *
 * @throws SvcError `forbidden` for a request of another site
 */
export function signOut(
  { origins, sessions }: Pick<SignIn, "origins" | "sessions">,
  request: Request,
): Response {
  assertOwnPage(request, origins);
  return redirectTo("/", [sessions.end(request)]);
}
