import { parsedJson } from "@svc/core/json";
import { returnTo } from "@svc/http/input";
import { factorsOf } from "../../access/credential/proof.ts";
import { noPasskeysAt } from "../../access/credential/relying_party.ts";
import {
  callApi,
  field,
  type Form,
  readForm,
  refusalText,
  samePerson,
} from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import type { PasskeyQuestion } from "../../platform/web/components/passkey.tsx";
import { ProvePage } from "../../platform/web/page/prove.tsx";

const PROOFS = "/api/v1/account/proofs";

/** POST /account/proof: proves the session, then sends the form that had to wait. */
export async function prove(visit: SignedInVisit): Promise<Rendered | Response> {
  const { frame, site, services, context, principal } = visit;
  const posted = await readForm(visit);
  const form = { path: returnTo(posted.get("path")), fields: posted.get("fields") ?? "" };
  const factors = await factorsOf(services.db, principal.user.id);
  const asked = { ...frame, form, factors, noPasskeysAt: noPasskeysAt(services.config.baseUrl) };
  if (posted.has("passkey")) {
    const begun = await callApi<PasskeyQuestion>(visit, `POST ${PROOFS}/options`);
    const more = begun.ok ? { question: begun.body } : { error: refusalText(begun.error) };
    const page = <ProvePage {...asked} {...more} />;
    return { status: begun.ok ? 200 : begun.status, secret: true, page };
  }
  const answer = await callApi(visit, `POST ${PROOFS}`, proofOf(posted));
  if (!answer.ok) {
    const { status, error, retryAfter } = answer;
    const page = <ProvePage {...asked} error={refusalText(error)} />;
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

function proofOf(posted: Form) {
  if (posted.has("response")) {
    return {
      challengeId: field(posted, "challengeId"),
      response: parsedJson(field(posted, "response")),
    };
  }
  if (posted.has("code")) return { code: field(posted, "code") };
  return { password: posted.get("password") ?? "" };
}
