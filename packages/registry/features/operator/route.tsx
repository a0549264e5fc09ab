import { nothingHere, redirect } from "@svc/http/edge";
import { isOperator } from "../../access/credential/operator.ts";
import { callApi, refusalText } from "../../access/page/call_api.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { field, type Form, readForm } from "../../access/page/read_form.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { SignedInVisit, Visit } from "../../access/page/visit.ts";
import { overviewOf } from "./overview.ts";
import { OperatorPage, type Outcome } from "./page.tsx";

/** GET /operator: to who is not an operator there is no such page. */
export async function showOperator(visit: Visit): Promise<Rendered> {
  const known = await operatorOf(visit);
  return await shown(known, { done: DONE[known.url.searchParams.get("done") ?? ""] });
}

/** POST /operator: one act, through the interface's own handler. */
export async function act(visit: Visit): Promise<Rendered | Response> {
  const known = await operatorOf(visit);
  const form = await readForm(known);
  const name = field(form, "act");
  const call = Object.hasOwn(ACTS, name) ? ACTS[name]!(form) : undefined;
  if (call === undefined) throw nothingHere();
  const answer = await callApi(known, { method: "POST", ...call });
  if (answer.ok) return redirect(`/operator?done=${name}`);
  return {
    status: answer.status,
    retryAfter: answer.retryAfter,
    ...await shown(known, { error: refusalText(answer.error) }),
  };
}

async function operatorOf(visit: Visit): Promise<SignedInVisit> {
  const known = signedIn(visit);
  if (!await isOperator(known.services.db, known.principal)) throw nothingHere();
  return known;
}

async function shown({ frame, services, now }: SignedInVisit, outcome: Outcome): Promise<Rendered> {
  const overview = await overviewOf(services);
  return { secret: true, page: <OperatorPage {...frame} {...{ overview, outcome, now }} /> };
}

interface ActCall {
  path: string;
  body: Record<string, unknown>;
}

const decision = (act: string) => (form: Form): ActCall => ({
  path: `/api/v1/admin/claims/${encodeURIComponent(field(form, "number"))}/${act}`,
  body: { note: form.get("note") ?? "" },
});

/** What a form's button does, by its value. */
const ACTS: Readonly<Record<string, (form: Form) => ActCall>> = {
  allow: (form) => ({
    path: `/api/v1/admin/held/${encodeURIComponent(field(form, "id"))}/allow`,
    body: {},
  }),
  "refuse-name": (form) => ({
    path: `/api/v1/admin/held/${encodeURIComponent(field(form, "id"))}/refuse`,
    body: { note: form.get("note") ?? "" },
  }),
  quarantine: (form) => ({ path: "/api/v1/admin/quarantine", body: reasoned(form) }),
  takedown: (form) => ({ path: "/api/v1/admin/takedown", body: reasoned(form) }),
  release: (form) => ({ path: "/api/v1/admin/release", body: subject(form) }),
  reinstate: (form) => ({ path: "/api/v1/admin/reinstate", body: subject(form) }),
  suspend: (form) => ({
    path: "/api/v1/admin/suspend",
    body: { collective: field(form, "collective"), note: form.get("note") ?? "" },
  }),
  unsuspend: (form) => ({
    path: "/api/v1/admin/unsuspend",
    body: { collective: field(form, "collective") },
  }),
  disable: (form) => ({
    path: "/api/v1/admin/disable",
    body: { username: field(form, "username"), note: form.get("note") ?? "" },
  }),
  enable: (form) => ({
    path: "/api/v1/admin/enable",
    body: { username: field(form, "username") },
  }),
  grant: decision("grant"),
  refuse: decision("refuse"),
  close: (form) => ({
    path: `/api/v1/admin/reports/${encodeURIComponent(field(form, "number"))}/close`,
    body: { note: form.get("note") ?? "" },
  }),
};

/** What was done, as the page says it then. */
const DONE: Readonly<Record<string, string>> = {
  allow: "The name is allowed.",
  "refuse-name": "The name is refused, and the version rejected.",
  quarantine: "It is in quarantine.",
  takedown: "It is taken down.",
  release: "It was released.",
  reinstate: "It was reinstated.",
  suspend: "The collective is suspended.",
  unsuspend: "The suspension is lifted.",
  disable: "The account is disabled. Its sessions have ended, and its keys do not work.",
  enable: "The account is enabled.",
  grant: "The name is kept for the person who claimed it.",
  refuse: "The claim is refused.",
  close: "The report is closed.",
};

function subject(form: Form): Record<string, unknown> {
  const version = field(form, "version");
  return { extension: field(form, "extension"), ...(version === "" ? {} : { version }) };
}

function reasoned(form: Form): Record<string, unknown> {
  return { ...subject(form), category: field(form, "category"), note: form.get("note") ?? "" };
}
