import { nothingHere, redirect } from "@svc/http/edge";
import { isOperator } from "../../access/credential/operator.ts";
import {
  type ApiCall,
  callApi,
  field,
  type Form,
  readForm,
  refusalText,
} from "../../access/page/form.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Rendered, SignedInVisit, Visit } from "../../access/page/visit.ts";
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
  const answer = await callApi(known, ...call);
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

const post = (path: string, body: Record<string, unknown>): ApiCall => [
  `POST /api/v1/admin/${path}`,
  body,
];
const segment = (form: Form, name: string) => encodeURIComponent(field(form, name));
const note = (form: Form) => ({ note: form.get("note") ?? "" });
const account = (form: Form) => ({ username: field(form, "username") });
const collective = (form: Form) => ({ collective: field(form, "collective") });

/** What a form's button does, by its value. */
const ACTS: Readonly<Record<string, (form: Form) => ApiCall>> = {
  allow: (form) => post(`held/${segment(form, "id")}/allow`, {}),
  "refuse-name": (form) => post(`held/${segment(form, "id")}/refuse`, note(form)),
  quarantine: (form) => post("quarantine", reasoned(form)),
  takedown: (form) => post("takedown", reasoned(form)),
  release: (form) => post("release", subject(form)),
  reinstate: (form) => post("reinstate", subject(form)),
  suspend: (form) => post("suspend", { ...collective(form), ...note(form) }),
  unsuspend: (form) => post("unsuspend", collective(form)),
  disable: (form) => post("disable", { ...account(form), ...note(form) }),
  enable: (form) => post("enable", account(form)),
  grant: (form) => post(`claims/${segment(form, "number")}/grant`, note(form)),
  refuse: (form) => post(`claims/${segment(form, "number")}/refuse`, note(form)),
  close: (form) => post(`reports/${segment(form, "number")}/close`, note(form)),
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
  return { ...subject(form), category: field(form, "category"), ...note(form) };
}
