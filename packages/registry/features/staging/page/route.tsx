import { type Decision, DECISIONS } from "@svc/core/approval";
import { parsedJson } from "@svc/core/json";
import { roleAtLeast } from "@svc/core/role";
import type { StagedDetails } from "@svc/core/wire";
import { redirect } from "@svc/http/edge";
import { factorsOf } from "../../../access/credential/proof.ts";
import { noPasskeysAt } from "../../../access/credential/relying_party.ts";
import { findMembership, noSuchCollective } from "../../../access/membership/authorize.ts";
import { callApi, field, type Form, readForm, refusalText } from "../../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../../access/page/visit.ts";
import type { PasskeyQuestion } from "../../../platform/web/components/passkey.tsx";
import { ruleFor } from "../../extensions/staged/rule.ts";
import { refusalOf } from "../approvals.ts";
import { findStaged, noSuchStaged, STAGED_PARAMS } from "../find.ts";
import { stagedOf } from "../list.ts";
import { decisionsOf, stagedPath, stagedView } from "../view.ts";
import { stagedBy } from "../withdraw.ts";
import { type Deciding, StagedListPage, StagedPage } from "./page.tsx";
import { reviewOf } from "./review.ts";

/** GET /collectives/{slug}/staged: for members; to others there is no such page. */
export async function showStagedList(visit: SignedInVisit): Promise<Rendered> {
  const { services, principal, frame, now } = visit;
  const slug = visit.context.req.param("slug") ?? "";
  const membership = await findMembership(services.db, principal, slug);
  if (membership?.role === undefined) throw noSuchCollective(slug);
  const rows = await stagedOf(services, principal, { collective: slug, state: "all" });
  const staged = await Promise.all(rows.map((row) => stagedView(services, row)));
  return { page: <StagedListPage {...frame} collective={slug} staged={staged} now={now} /> };
}

/** GET /staged/{id} */
export async function showStaged(visit: SignedInVisit): Promise<Rendered> {
  const done = visit.url.searchParams.get("done") ?? "";
  return await stagedPage(visit, { done: Object.hasOwn(DONE, done) ? DONE[done] : undefined });
}

/** POST /staged/{id}: asks a passkey, decides with what it or an app answered, or withdraws. */
export async function decideStaged(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const id = idOf(visit);
  const path = `/api/v1${stagedPath(id)}`;
  const note = field(form, "note");
  if (form.has("withdraw")) {
    const answer = await callApi(visit, `POST ${path}/withdraw`);
    return answer.ok
      ? redirect(`${stagedPath(id)}?done=withdrawn`)
      : await stagedPage(visit, { error: refusalText(answer.error), status: answer.status });
  }
  if (form.has("ask")) {
    const decision = decisionOf(form, "ask");
    const begun = await callApi<PasskeyQuestion>(visit, `POST ${path}/challenge`, { decision });
    return begun.ok
      ? await stagedPage(visit, { asked: { question: begun.body, decision, note } })
      : await stagedPage(visit, { error: refusalText(begun.error), status: begun.status });
  }
  const decision = decisionOf(form, "decision");
  const answer = await callApi<StagedDetails>(visit, `POST ${path}/${decision}`, {
    checksum: field(form, "checksum"),
    ...proofOf(form),
    ...(decision === "approve" || note === "" ? {} : { note }),
  });
  if (answer.ok) {
    const { state, publishAfter } = answer.body;
    const done = state === "staged" ? publishAfter === null ? "counted" : "approved" : state;
    return redirect(`${stagedPath(id)}?done=${done}`);
  }
  const { status, error, retryAfter } = answer;
  return { retryAfter, ...await stagedPage(visit, { error: refusalText(error), status }) };
}

const DONE: Readonly<Record<string, string>> = {
  counted: "Your approval counts. Others have to approve it too.",
  approved: "It is approved, and published when its time comes.",
  published: "It is published.",
  rejected: "It is rejected.",
  withdrawn: "It is withdrawn.",
};

function decisionOf(form: Form, name: string): Decision {
  const given = field(form, name);
  const decision = DECISIONS.find((one) => one === given);
  if (decision === undefined) throw noSuchStaged();
  return decision;
}

function proofOf(form: Form): Record<string, unknown> {
  return form.has("response")
    ? { challengeId: field(form, "challengeId"), response: parsedJson(field(form, "response")) }
    : { code: field(form, "code").replaceAll(/\s/g, "") };
}

function idOf(visit: SignedInVisit): string {
  const id = visit.context.req.param("id") ?? "";
  if (!STAGED_PARAMS.safeParse({ stagedId: id }).success) throw noSuchStaged();
  return id;
}

interface Outcome {
  done?: string | undefined;
  error?: string;
  status?: number;
  asked?: NonNullable<Deciding["asked"]>;
}

async function stagedPage(visit: SignedInVisit, outcome: Outcome): Promise<Rendered> {
  const { services, principal, frame, now, url, context } = visit;
  const found = await findStaged(services, principal, "staged.get", idOf(visit));
  const { staged: row, collective, role } = found;
  const file = url.searchParams.get("file") ?? undefined;
  const [staged, decisions, review, factors, rule] = await Promise.all([
    stagedView(services, row),
    decisionsOf(services.db, row.id),
    reviewOf(services, row, { file, asker: context.get("address") }),
    factorsOf(services.db, principal.user.id),
    ruleFor(services.db, row, now),
  ]);
  const deciding: Deciding = {
    factors,
    noPasskeysAt: noPasskeysAt(services.config.baseUrl),
    refusal: refusalOf(row, rule, { userId: principal.user.id, role })?.message,
    passkeyOnly: rule.passkeyOnly,
    owns: role === "owner",
    asked: outcome.asked,
  };
  return {
    status: outcome.status ?? 200,
    secret: outcome.asked !== undefined,
    page: (
      <StagedPage
        {...frame}
        staged={staged}
        collective={collective.slug}
        decisions={decisions}
        releaseNotes={row.release_notes}
        review={review}
        file={file}
        deciding={roleAtLeast(role, "admin") ? deciding : undefined}
        own={stagedBy(principal, row)}
        done={outcome.done}
        error={outcome.error}
        now={now}
      />
    ),
  };
}
