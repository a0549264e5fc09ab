import type { ErrorBody } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { redirect } from "@svc/http/edge";
import { callApi, field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { listOwnClaims } from "./list.ts";
import { type ClaimInput, ClaimPage } from "./page.tsx";

type Errors = Partial<Record<keyof ClaimInput | "form", string>>;

/** GET /claim?name=…: the form, and the person's own claims. */
export async function showClaim(visit: SignedInVisit): Promise<Rendered> {
  const { searchParams } = visit.url;
  const input = {
    name: (searchParams.get("name") ?? "").slice(0, 200),
    grounds: (searchParams.get("grounds") ?? "").slice(0, LIMITS.claimCharacters),
  };
  return await shown(visit, { input, errors: {} });
}

/** POST /claim */
export async function postClaim(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const input: ClaimInput = { name: field(form, "name"), grounds: form.get("grounds") ?? "" };
  const answer = await callApi(visit, "POST /api/v1/claims", input);
  if (answer.ok) return redirect("/claim?sent=1");
  return {
    status: answer.status,
    retryAfter: answer.retryAfter,
    ...await shown(visit, { input, errors: errorsOf(answer.error) }),
  };
}

/** POST /claim/withdraw */
export async function postWithdrawal(visit: SignedInVisit): Promise<Rendered | Response> {
  const number = encodeURIComponent(field(await readForm(visit), "number"));
  const answer = await callApi(visit, `DELETE /api/v1/claims/${number}`);
  if (answer.ok) return redirect("/claim?withdrawn=1");
  const input = { name: "", grounds: "" };
  const errors = { form: refusalText(answer.error) };
  return {
    status: answer.status,
    retryAfter: answer.retryAfter,
    ...await shown(visit, { input, errors }),
  };
}

async function shown(
  { frame, services, principal, url, now }: SignedInVisit,
  { input, errors }: { input: ClaimInput; errors: Errors },
): Promise<Rendered> {
  const claims = await listOwnClaims(services.db, principal.user.id);
  return {
    secret: true,
    page: (
      <ClaimPage
        {...frame}
        here="/claim"
        input={input}
        errors={errors}
        sent={url.searchParams.has("sent")}
        withdrawn={url.searchParams.has("withdrawn")}
        claims={claims}
        now={now}
      />
    ),
  };
}

function errorsOf(error: ErrorBody): Errors {
  if (error.code === "invalid_name") return { name: refusalText(error) };
  const found = (error.details ?? [])
    .filter(({ path }) => path === "name" || path === "grounds")
    .map(({ path, message }) => [path, message] as const);
  return found.length === 0 ? { form: refusalText(error) } : Object.fromEntries(found);
}
