import { isSvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import { accept, loginCaller, type Outcome, type SignIn } from "../login/mod.ts";
import { redirect } from "@svc/http/edge";
import type { Pending, Sealing } from "./pending.ts";
import { pendingCookie } from "./start.ts";

/** `GET /auth/callback`: the browser comes back from the registry and gets a session, or a page that says why not. */
export async function finishLogin(
  signIn: SignIn,
  sealing: Sealing,
  request: Request,
): Promise<Response> {
  const cookie = pendingCookie(signIn);
  const sealed = cookie.read(request);
  const pending = sealed === undefined ? undefined : await sealing.open(sealed, signIn.now());
  const refuse = async (status: number, title: string, text: string) => {
    const { messagePage } = await lazily<typeof import("./message_page.ts")>(
      import.meta,
      "./message_page.ts",
    );
    const to = encodeURIComponent(pending?.returnTo ?? "/");
    const link = { path: `/auth/login?return_to=${to}`, words: "Sign in again" };
    return await messagePage(status, { title, text, link }, cookie.clear());
  };
  if (pending === undefined) {
    return await refuse(
      400,
      "Sign in again",
      "This browser did not start signing in, or started too long ago.",
    );
  }
  const answer = new URL(request.url).searchParams;
  if (answer.get("error") === "access_denied" && answer.get("state") === pending.state) {
    return await refuse(403, "You were not signed in", "You declined at the registry.");
  }
  let outcome: Outcome;
  try {
    const { grant, sub } = await exchanging(signIn, pending, answer);
    outcome = await accept(signIn, grant, sub);
  } catch (error) {
    // The words are the library's own or the registry's; a code or token never stands in them.
    signIn.log.warn("oauth.callback_refused", { why: reasonOf(error) });
    return isSvcError(error)
      ? await refuse(502, "The registry does not answer", "Try again in a moment.")
      : await refuse(400, "Sign in again", "The answer of the registry is not for this browser.");
  }
  if ("refused" in outcome) {
    const why = `You are signed in, but ${outcome.refused}. Its operator can give you access.`;
    return await refuse(403, "You do not have access", why);
  }
  const { login, rights } = outcome;
  signIn.log.info("oauth.signed_in", { user: login.person.username, by: "browser" });
  const session = signIn.sessions.create(loginCaller(login, rights), request);
  return redirect(pending.returnTo, [session, cookie.clear()]);
}

async function exchanging(signIn: SignIn, pending: Pending, answer: URLSearchParams) {
  const { exchange } = await lazily<typeof import("./exchange.ts")>(
    import.meta,
    "./exchange.ts",
  );
  return await exchange(signIn, pending, answer);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : "unknown";
}
