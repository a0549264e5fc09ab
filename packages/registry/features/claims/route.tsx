import type { ErrorBody } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { redirect } from "@svc/http/edge";
import { callApi, field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { listOwnClaims } from "./list.ts";
import { visibleText } from "@svc/core/text";
import { Field, Notice, TextArea } from "@svc/http/page";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { Claim } from "./schema.ts";
import { Section } from "../../platform/web/components/section.tsx";

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

/** The fields of the form. */
interface ClaimInput {
  name: string;
  grounds: string;
}

interface ClaimPageProps extends PageFrame {
  input: ClaimInput;
  /** What is wrong with them, by field; `form` for what concerns none. */
  errors: Readonly<Partial<Record<keyof ClaimInput | "form", string>>>;
  /** True for who has just sent one. */
  sent: boolean;
  withdrawn: boolean;
  claims: readonly Claim[];
  now: Date;
}

/** The form by which a person claims a name, and the claims that they made. */
function ClaimPage(
  { input, errors, sent, withdrawn, claims, now, ...frame }: ClaimPageProps,
) {
  return (
    <Layout {...frame} title="Claim a name" noIndex>
      <h1>Claim a name</h1>
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      {sent ? <Notice kind="success" title="Your claim was sent." /> : null}
      {withdrawn ? <Notice kind="success" title="Your claim was withdrawn." /> : null}
      <p>
        A name that is reserved or held can be yours, when it is your company's, your project's or
        your own. The operators of this registry read your claim and decide. A name that somebody
        has is not taken from them.
      </p>
      <form class="form sheet" method="post" action="/claim">
        <Field
          name="name"
          label="Name"
          hint="acme-tools for a collective, @acme/deploy for an extension"
          value={input.name}
          error={errors.name}
          autocomplete="off"
          maxlength={200}
          required
        />
        <TextArea
          name="grounds"
          label="Why is it yours?"
          hint="Say how the operators can check it: your site, a repository, a trademark."
          value={input.grounds}
          error={errors.grounds}
          rows={8}
          maxlength={LIMITS.claimCharacters}
          required
        />
        <button type="submit" class="primary">Send the claim</button>
      </form>
      {claims.length === 0 ? null : (
        <Section id="claims" title="Your claims">
          <ul class="rows sheet">
            {claims.map((claim) => <ClaimRow claim={claim} now={now} />)}
          </ul>
        </Section>
      )}
    </Layout>
  );
}

function ClaimRow({ claim, now }: { claim: Claim; now: Date }) {
  const { number, name, state, createdAt, note } = claim;
  return (
    <li>
      <div class="row-text">
        <b class="break">{name}</b> <span class="chip">{state}</span>
        <p class="quiet">
          <When at={createdAt} now={now} />
          {note === null ? "" : (
            <>
              : <bdi>{visibleText(note)}</bdi>
            </>
          )}
        </p>
      </div>
      {state === "open" && (
        <form method="post" action="/claim/withdraw">
          <input type="hidden" name="number" value={number} />
          <button type="submit">
            Withdraw<span class="visually-hidden">the claim to {name}</span>
          </button>
        </form>
      )}
    </li>
  );
}
