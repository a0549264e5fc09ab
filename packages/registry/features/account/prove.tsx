import { returnTo } from "@svc/http/input";
import { callApi, refusalText, samePerson } from "../../access/page/call_api.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Visit } from "../../access/page/visit.ts";
import { ProvePage } from "../../platform/web/page/prove.tsx";

/** POST /account/proof: proves the session, then sends the form that had to wait. */
export async function prove(visit: Visit): Promise<Rendered | Response> {
  const { frame, site, services, context } = signedIn(visit);
  const posted = await readForm(visit);
  const form = { path: returnTo(posted.get("path")), fields: posted.get("fields") ?? "" };
  const byCode = posted.has("code");
  const answer = await callApi(visit, {
    method: "POST",
    path: "/api/v1/account/proofs",
    body: byCode ? { code: field(posted, "code") } : { password: posted.get("password") ?? "" },
  });
  if (!answer.ok) {
    const { status, error, retryAfter } = answer;
    const needsCode = byCode || error.code === "second_factor_required";
    const page = <ProvePage {...frame} form={form} byCode={needsCode} error={refusalText(error)} />;
    return { status, retryAfter, secret: true, page };
  }
  const headers = samePerson(visit);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.set("accept", "text/html");
  const request = new Request(new URL(form.path, services.config.baseUrl), {
    method: "POST",
    headers,
    body: form.fields,
  });
  return await site.app.fetch(request, context.env);
}
