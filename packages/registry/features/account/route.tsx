import type { ErrorBody } from "@svc/core/error";
import type { OrganizationEntry, OwnInvitation, WhoamiPerson } from "@svc/core/wire";
import { askApi, callApi, field, readForm, refusalText } from "../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { heldPassword } from "../identity/password/check_password.ts";
import { AccountPage } from "./page.tsx";

/** What differs between the ways to the account page. */
interface AccountState {
  status?: number;
  errors?: { slug?: string; form?: string };
  input?: { slug?: string; name?: string };
  /** The short name that was refused because it is reserved. */
  reserved?: string;
}

/** POST /account/invitations: accepts or declines. */
export async function answerInvitation(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const decision = form.get("decision") === "accept" ? "accept" : "decline";
  const answer = await callApi<{ collective?: { slug: string } }>(
    visit,
    `POST /api/v1/invitations/${encodeURIComponent(field(form, "id"))}/${decision}`,
  );
  if (!answer.ok) return await showAccount(visit, refused(answer, "form"));
  const { collective } = answer.body;
  return redirect(collective === undefined ? "/account" : `/collectives/${collective.slug}`);
}

/** POST /account/collectives */
export async function createCollective(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const input = { slug: field(form, "slug").replace(/^@/, ""), name: field(form, "name") };
  const answer = await callApi(visit, "POST /api/v1/collectives/create", {
    slug: input.slug,
    ...(input.name === "" ? {} : { name: input.name }),
  });
  if (answer.ok) return redirect(`/collectives/${input.slug}`);
  return await showAccount(visit, {
    ...refused(answer, "slug"),
    input,
    ...(answer.error.code === "name_reserved" ? { reserved: input.slug } : {}),
  });
}

function refused(
  { status, error }: { status: number; error: ErrorBody },
  about: "slug" | "form",
): AccountState {
  return { status, errors: { [about]: refusalText(error) } };
}

/** GET /account, and what a form on it led to. */
export async function showAccount(
  visit: SignedInVisit,
  state: AccountState = {},
): Promise<Rendered> {
  const [{ email, organizations }, { invitations }] = await Promise.all([
    askApi<WhoamiPerson>(visit, "GET /api/whoami"),
    askApi<{ invitations: OwnInvitation[] }>(visit, "GET /api/v1/invitations"),
  ]);
  const { outbox, db } = visit.services;
  const { verified } = await heldPassword(db, visit.principal.user.id);
  return {
    status: state.status ?? 200,
    page: (
      <AccountPage
        {...visit.frame}
        here="/account"
        email={email}
        collectives={organizations as OrganizationEntry[]}
        unconfirmed={outbox.configured && !verified}
        invitations={invitations}
        invitationId={visit.url.searchParams.get("invitation")?.slice(0, 64)}
        errors={state.errors ?? {}}
        reserved={state.reserved}
        input={state.input ?? asked(visit.url.searchParams)}
      />
    ),
  };
}

/** A collective that the address asks to create: the form is filled in and waits for its button. */
function asked(query: URLSearchParams): { slug?: string; name?: string } {
  const slug = query.get("create")?.slice(0, 39);
  const name = query.get("name")?.slice(0, 100);
  return slug ? { slug, ...(name ? { name } : {}) } : {};
}
