import { isSvcError, SvcError } from "@svc/core/error";
import { readBytes } from "@svc/http/input";
import { html } from "hono/html";
import type { Serving } from "../http/endpoint.ts";
import { assertOwnPage } from "../request/origin.ts";
import { redirectTo } from "../request/redirect.ts";
import type { Page } from "./frame.ts";
import { returnPath } from "../sessions/return_to.ts";

/** Bytes of the form at most: the token and where to go. */
const LONGEST = 4096;

/** The form that takes a token, and the way to the registry where people sign in there. */
export function signInPage(
  { challenge }: Serving,
  to: string,
  refused?: { status: number; why: string },
): Page {
  // Only with the registry as provider there is something to say beyond the usual challenge.
  const registry = challenge === undefined
    ? ""
    : html`<p><a href="/auth/login?return_to=${
      encodeURIComponent(to)
    }">Sign in by the registry</a></p>
<h2>With a token</h2>`;
  return {
    title: "Sign in",
    status: refused?.status ?? 200,
    body: html`
      <h1>Sign in</h1>
      ${refused === undefined ? "" : html`<p class="error" role="alert">${refused.why}</p>`}
      ${registry}
      <form method="post" action="/sign-in">
        <input type="hidden" name="to" value="${to}">
        <p><label for="token">Token</label>
      <input id="token" name="token" type="password" autocomplete="off" required maxlength="512" spellcheck="false"></p>
        <p class="soft">Whoever runs this server makes tokens: <code>svc serve token create</code>.</p>
        <p><button>Sign in</button></p>
      </form>
    `,
  };
}

/**
 * Signs a browser in that sent a token by the form.
 *
 * @throws SvcError `forbidden` for a form of another site, `body_too_large`, `rate_limited`
 */
export async function signIn(
  serving: Serving,
  request: Request,
  address: string,
): Promise<Response | Page> {
  assertOwnPage(request, serving.origins);
  const form = await formOf(request);
  const to = returnPath(form.get("to"), serving.publicUrl);
  const token = (form.get("token") ?? "").trim();
  try {
    // A header cannot hold what is not a token.
    if (!/^[!-~]{1,512}$/.test(token)) throw notGood();
    const caller = await serving.credentials.resolve(
      new Request(request.url, { headers: { authorization: `Bearer ${token}` } }),
      address,
    );
    return redirectTo(to, [serving.sessions!.create(caller, request)]);
  } catch (error) {
    if (!isSvcError(error) || error.status !== 401) throw error;
    return signInPage(serving, to, { status: 401, why: "This token is not valid here." });
  }
}

/** Signs a browser out. @throws SvcError `forbidden` for a form of another site */
export function signOut({ origins, sessions }: Serving, request: Request): Response {
  assertOwnPage(request, origins);
  return redirectTo("/sign-in", [sessions!.end(request)]);
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, LONGEST)));
}

function notGood(): SvcError {
  return new SvcError("not_authenticated", "This token is not valid");
}
