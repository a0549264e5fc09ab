import { isSvcError } from "@svc/core/error";
import type { ErrorBody } from "@svc/core/error";
import type { Context } from "hono";
import { type Environment, errorResponse, redirect } from "@svc/http/edge";
import { factorsOf } from "../credential/proof.ts";
import { noPasskeysAt } from "../credential/relying_party.ts";
import { ErrorPage } from "../../platform/web/page/error.tsx";
import { ProvePage } from "../../platform/web/page/prove.tsx";
import { htmlResponse } from "./html_response.ts";
import type { SignedInVisit, Site, Visit } from "./visit.ts";

/**
 * The answer to anything thrown while a page was made. Status, words and log line are those of
 * the JSON interface; who is not signed in is sent to the form and brought back. Where a session
 * must be proved, the page asks for it and carries the posted form.
 */
export async function errorPage(
  site: Site,
  context: Context<Environment>,
  visit: Visit | undefined,
  error: unknown,
): Promise<Response> {
  const url = new URL(context.req.url);
  const here = url.pathname + url.search;
  if (isSvcError(error) && error.code === "not_authenticated" && context.req.method === "GET") {
    return redirect(`/sign-in?return_to=${encodeURIComponent(here)}`);
  }
  if (isSvcError(error) && error.code === "proof_required" && isWaiting(visit)) {
    return await htmlResponse({
      status: error.status,
      secret: true,
      page: ProvePage({
        viewer: visit.frame.viewer,
        here,
        form: { path: here, fields: visit.form.toString() },
        noPasskeysAt: noPasskeysAt(site.services.config.baseUrl),
        factors: await factorsOf(site.services.db, visit.principal.user.id),
      }),
    });
  }
  const plain = errorResponse(error, {
    log: site.services.log,
    requestId: context.get("requestId"),
    method: context.req.method,
    path: url.pathname,
  });
  const body = await plain.json() as ErrorBody;
  const response = await htmlResponse({
    status: plain.status,
    page: ErrorPage({
      viewer: visit?.frame.viewer,
      here: sentFrom(context, site) ?? here,
      status: plain.status,
      message: sentence(body.error),
      hint: body.hint,
    }),
  });
  const retryAfter = plain.headers.get("retry-after");
  if (retryAfter !== null) response.headers.set("retry-after", retryAfter);
  return response;
}

/** The page with the form that was sent: the form's own address often has no page to come back to. */
function sentFrom({ req }: Context<Environment>, { services }: Site): string | undefined {
  const referer = req.method === "POST" ? req.header("referer") ?? "" : "";
  const { baseUrl } = services.config;
  return referer.startsWith(`${baseUrl}/`) ? referer.slice(baseUrl.length) : undefined;
}

/** True for somebody signed in whose form has been read. */
function isWaiting(
  visit: Visit | undefined,
): visit is SignedInVisit & Required<Pick<Visit, "form">> {
  return visit?.principal.kind === "session" && visit.form !== undefined;
}

function sentence(text: string): string {
  return /[.!?)]$/.test(text) ? text : `${text}.`;
}
