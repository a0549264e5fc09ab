import type { z } from "zod";
import { askApi, callApi, field, readForm, refusalText } from "../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { ApplicationsPage } from "./applications_page.tsx";
import type { Application, Consent } from "./schema.ts";

interface PageState {
  status?: number;
  made?: { clientId: string; secret: string };
  refused?: { text: string; name: string; uri: string };
}

/** POST /account/applications: registers one; the answer itself shows its secret, once. */
export async function registerApplication(visit: SignedInVisit): Promise<Rendered> {
  const form = await readForm(visit);
  const [name, uri] = [field(form, "name"), field(form, "uri")];
  const answer = await callApi<{ client_id: string; client_secret: string }>(
    visit,
    "POST /api/auth/oauth2/register",
    { client_name: name, redirect_uris: [uri], grant_types: ["authorization_code"] },
  );
  if (answer.ok) {
    const { client_id: clientId, client_secret: secret } = answer.body;
    return await showApplications(visit, { made: { clientId, secret } });
  }
  // The provider's own refusals have their words in `error_description`.
  const { error_description: words } = answer.error as { error_description?: string };
  const text = words?.replace(/^client_name:/, "Name:")
    .replace(/^redirect_uris\S*:/, "Redirect address:") ?? refusalText(answer.error);
  return await showApplications(visit, { status: answer.status, refused: { text, name, uri } });
}

/** POST /account/applications/delete */
export async function removeApplication(visit: SignedInVisit): Promise<Rendered | Response> {
  return await removal(visit, (id) => `/api/v1/oauth/applications/${id}`);
}

/** POST /account/applications/withdraw: ends a consent with its tokens. */
export async function withdraw(visit: SignedInVisit): Promise<Rendered | Response> {
  return await removal(visit, (id) => `/api/v1/oauth/consents/${id}`);
}

async function removal(
  visit: SignedInVisit,
  pathOf: (id: string) => string,
): Promise<Rendered | Response> {
  const id = encodeURIComponent(field(await readForm(visit), "id"));
  const answer = await callApi(visit, `DELETE ${pathOf(id)}`);
  if (answer.ok) return redirect("/account/applications");
  const refused = { text: refusalText(answer.error), name: "", uri: "" };
  return await showApplications(visit, { status: answer.status, refused });
}

/** GET /account/applications, and what a form on it led to. */
export async function showApplications(
  visit: SignedInVisit,
  state: PageState = {},
): Promise<Rendered> {
  const [{ applications }, { consents }] = await Promise.all([
    askApi<{ applications: z.output<typeof Application>[] }>(
      visit,
      "GET /api/v1/oauth/applications",
    ),
    askApi<{ consents: z.output<typeof Consent>[] }>(visit, "GET /api/v1/oauth/consents"),
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
