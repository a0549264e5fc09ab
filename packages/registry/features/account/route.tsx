import type { ErrorBody } from "@svc/core/error";
import type {
  OrganizationEntry,
  OwnInvitation,
  PersonalKey,
  TokensOfKey,
  WhoamiPerson,
} from "@svc/core/wire";
import { callApi, refusalText } from "../../access/page/call_api.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import { fail } from "../../access/page/fail.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { redirect } from "../../platform/web/page/redirect.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { SignedInVisit, Visit } from "../../access/page/visit.ts";
import type { KeyEntry } from "./key_row.tsx";
import { AccountPage } from "./page.tsx";

type ListedKey = PersonalKey & TokensOfKey;

/** What differs between the ways to the account page. */
interface AccountState {
  status?: number;
  newKey?: string;
  errors?: { key?: string; slug?: string; form?: string };
  input?: { slug?: string; name?: string };
}

/** GET /account */
export async function showAccount(visit: Visit): Promise<Rendered> {
  return await accountPage(signedIn(visit), {});
}

/** POST /account/keys: the answer itself shows the key, the one time it exists. */
export async function createKey(visit: Visit): Promise<Rendered> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  const answer = await callApi<{ key: string }>(visit, {
    method: "POST",
    path: "/api/auth/api-key/create",
    body: { name: field(form, "name") },
  });
  return await accountPage(
    known,
    answer.ok ? { newKey: answer.body.key } : refused(answer, "key"),
  );
}

/** POST /account/keys/delete: the key, and the tokens it created where the form says so. */
export async function deleteKey(visit: Visit): Promise<Rendered | Response> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  const answer = await callApi(visit, {
    method: "POST",
    path: "/api/auth/api-key/delete",
    body: { keyId: field(form, "id"), revokeTokens: form.get("tokens") === "revoke" },
  });
  return answer.ok ? redirect("/account#keys") : await accountPage(known, refused(answer, "form"));
}

/** POST /account/invitations: accepts or declines. */
export async function answerInvitation(visit: Visit): Promise<Rendered | Response> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  const decision = form.get("decision") === "accept" ? "accept" : "decline";
  const answer = await callApi<{ collective?: { slug: string } }>(visit, {
    method: "POST",
    path: `/api/v1/invitations/${encodeURIComponent(field(form, "id"))}/${decision}`,
  });
  if (!answer.ok) return await accountPage(known, refused(answer, "form"));
  const { collective } = answer.body;
  return redirect(collective === undefined ? "/account" : `/collectives/${collective.slug}`);
}

/** POST /account/collectives */
export async function createCollective(visit: Visit): Promise<Rendered | Response> {
  const known = signedIn(visit);
  const form = await readForm(visit);
  const input = { slug: field(form, "slug").replace(/^@/, ""), name: field(form, "name") };
  const answer = await callApi(visit, {
    method: "POST",
    path: "/api/v1/collectives/create",
    body: { slug: input.slug, ...(input.name === "" ? {} : { name: input.name }) },
  });
  if (answer.ok) return redirect(`/collectives/${input.slug}`);
  return await accountPage(known, { ...refused(answer, "slug"), input });
}

function refused(
  { status, error }: { status: number; error: ErrorBody },
  about: "key" | "slug" | "form",
): AccountState {
  return { status, errors: { [about]: refusalText(error) } };
}

async function accountPage(visit: SignedInVisit, state: AccountState): Promise<Rendered> {
  const [whoami, keys, invitations] = await Promise.all([
    callApi<WhoamiPerson>(visit, { method: "GET", path: "/api/whoami" }),
    callApi<{ apiKeys: ListedKey[] }>(visit, { method: "GET", path: "/api/auth/api-key/list" }),
    callApi<{ invitations: OwnInvitation[] }>(visit, {
      method: "GET",
      path: "/api/v1/invitations",
    }),
  ]);
  if (!whoami.ok) throw fail(whoami.error);
  if (!keys.ok) throw fail(keys.error);
  if (!invitations.ok) throw fail(invitations.error);
  return {
    status: state.status ?? 200,
    secret: state.newKey !== undefined,
    page: (
      <AccountPage
        {...visit.frame}
        here="/account"
        email={whoami.body.email}
        collectives={whoami.body.organizations as OrganizationEntry[]}
        invitations={invitations.body.invitations}
        invitationId={visit.url.searchParams.get("invitation")?.slice(0, 64)}
        keys={keys.body.apiKeys.map(keyEntry)}
        newKey={state.newKey}
        errors={state.errors ?? {}}
        input={state.input ?? {}}
        now={visit.now}
      />
    ),
  };
}

function keyEntry(key: ListedKey): KeyEntry {
  return {
    id: key.id,
    name: key.name ?? "unnamed",
    start: key.start ?? "svc_",
    createdAt: key.createdAt,
    lastUsedAt: key.lastRequest,
    enabled: key.enabled,
    tokens: key.tokens,
    otherTokens: key.otherTokens,
  };
}
