import { assertOwnPage } from "@svc/http/input";
import type { SignIn } from "../login/mod.ts";
import { redirect } from "@svc/http/edge";

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
  return redirect("/", [sessions.end(request)]);
}
