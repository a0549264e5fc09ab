import type { z } from "zod";
import { type ApiCall, callApi, refusalText } from "../../access/page/call_api.ts";
import { fail } from "../../access/page/fail.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { redirect } from "@svc/http/edge";
import { signedIn } from "../../access/page/signed_in.ts";
import type { SignedInVisit, Visit } from "../../access/page/visit.ts";
import { ApplicationsPage } from "./applications_page.tsx";
import type { Application, Consent } from "./schema.ts";

interface PageState {
  status?: number;
  made?: { clientId: string; secret: string };
  refused?: { text: string; name: string; uri: string };
}

/** GET /account/applications */
export async function showApplications(visit: Visit): Promise<Rendered> {
  return await applicationsPage(signedIn(visit), {});
}

/** POST /account/applications: registers one; the answer itself shows its secret, once. */
export async function registerApplication(visit: Visit): Promise<Rendered> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  const [name, uri] = [field(form, "name"), field(form, "uri")];
  const answer = await callApi<{ client_id: string; client_secret: string }>(visit, {
    method: "POST",
    path: "/api/auth/oauth2/register",
    body: { client_name: name, redirect_uris: [uri], grant_types: ["authorization_code"] },
  });
  if (answer.ok) {
    const { client_id: clientId, client_secret: secret } = answer.body;
    return await applicationsPage(known, { made: { clientId, secret } });
  }
  // The provider's own refusals have their words in `error_description`.
  const { error_description: words } = answer.error as { error_description?: string };
  const text = words?.replace(/^client_name:/, "Name:")
    .replace(/^redirect_uris\S*:/, "Redirect address:") ?? refusalText(answer.error);
  return await applicationsPage(known, { status: answer.status, refused: { text, name, uri } });
}

/** POST /account/applications/delete */
export async function removeApplication(visit: Visit): Promise<Rendered | Response> {
  return await removal(visit, (id) => `/api/v1/oauth/applications/${id}`);
}

/** POST /account/applications/withdraw: ends a consent with its tokens. */
export async function withdraw(visit: Visit): Promise<Rendered | Response> {
  return await removal(visit, (id) => `/api/v1/oauth/consents/${id}`);
}

async function removal(
  visit: Visit,
  pathOf: (id: string) => string,
): Promise<Rendered | Response> {
  const known = signedIn(visit);
  const id = encodeURIComponent(field(await readForm(visit), "id"));
  const answer = await callApi(visit, { method: "DELETE", path: pathOf(id) });
  if (answer.ok) return redirect("/account/applications");
  const refused = { text: refusalText(answer.error), name: "", uri: "" };
  return await applicationsPage(known, { status: answer.status, refused });
}

async function applicationsPage(visit: SignedInVisit, state: PageState): Promise<Rendered> {
  const read = async <Body,>(path: string): Promise<Body> => {
    const call: ApiCall = { method: "GET", path: `/api/v1/oauth/${path}` };
    const answer = await callApi<Body>(visit, call);
    if (!answer.ok) throw fail(answer.error);
    return answer.body;
  };
  const [{ applications }, { consents }] = await Promise.all([
    read<{ applications: z.output<typeof Application>[] }>("applications"),
    read<{ consents: z.output<typeof Consent>[] }>("consents"),
  ]);
  return {
    status: state.status ?? 200,
    secret: state.made !== undefined,
    page: (
      <ApplicationsPage
        {...visit.frame}
        here="/account/applications"
        applications={applications}
        consents={consents}
        made={state.made}
        refused={state.refused}
        now={visit.now}
      />
    ),
  };
}
