import { isSvcError, SvcError } from "@svc/core/error";
import { html } from "hono/html";
import type { Serving } from "../http/endpoint.ts";
import { formOf } from "@svc/http/input";
import { Field, Notice } from "@svc/http/page";
import { redirect } from "@svc/http/edge";
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
    }">Sign in with the registry</a></p>
<h2>With a token</h2>`;
  return {
    title: "Sign in",
    status: refused?.status ?? 200,
    body: html`
      <section class="narrow">
        <h1>Sign in</h1>
        ${refused === undefined ? "" : Notice({ kind: "error", title: refused.why })} ${registry}
        <form class="form sheet" method="post" action="/sign-in">
          <input type="hidden" name="to" value="${to}">
          ${Field({
            name: "token",
            label: "Token",
            type: "password",
            autocomplete: "off",
            maxlength: 512,
            required: true,
            hint:
              html`The operator of this server creates tokens: <code>svc serve token create</code>.`,
          })}
          <button class="primary">Sign in</button>
        </form>
      </section>
    `,
  };
}

/**
 * Signs a browser in that sent a token by the form. That a page of ours sent it has been seen before.
 *
 * @throws SvcError `body_too_large`, `rate_limited`
 */
export async function signIn(
  serving: Serving,
  request: Request,
  address: string,
): Promise<Response | Page> {
  const form = await formOf(request, LONGEST);
  const to = returnPath(form.get("to"));
  const token = (form.get("token") ?? "").trim();
  try {
    // A header cannot hold what is not a token.
    if (!/^[!-~]{1,512}$/.test(token)) throw notGood();
    const caller = await serving.credentials.resolve(
      new Request(request.url, { headers: { authorization: `Bearer ${token}` } }),
      address,
    );
    return redirect(to, [serving.sessions!.create(caller, request)]);
  } catch (error) {
    if (!isSvcError(error) || error.status !== 401) throw error;
    return signInPage(serving, to, { status: 401, why: "This token is not valid here." });
  }
}

/** Signs a browser out. */
export function signOut({ sessions }: Serving, request: Request): Response {
  return redirect("/sign-in", [sessions!.end(request)]);
}

function notGood(): SvcError {
  return new SvcError("not_authenticated", "This token is not valid");
}
