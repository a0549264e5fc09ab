import { messageOf } from "@svc/core/error";
import { livePrincipals, revokeByPrincipal, updatePrincipal } from "../../tokens/mod.ts";
import { type Person, rightsOf } from "../admission/rule.ts";
import { identify, type Login, principalOf, type SignIn } from "../login/mod.ts";
import { down, type Grant, grantOf } from "../provider/mod.ts";

/** Milliseconds before its end at which an access token is not used any more. */
const SPARE_MS = 60_000;

/** Without an answer of the registry for this many intervals, and for a day, a login ends. */
const STALE_INTERVALS = 6;
const STALE_MS = 24 * 3_600_000;

/**
 * Asks the registry again about everybody it was not asked about for `intervalMs`: who is gone or no
 * longer admitted loses tokens, sessions and open streams; changed roles change rights. A registry that
 * does not answer changes nothing for a day.
 */
export async function refreshDue(signIn: SignIn, intervalMs: number): Promise<void> {
  const { logins, now, log } = signIn;
  logins.sweep();
  for (const login of logins.due(now().getTime() - intervalMs)) {
    try {
      await refresh(signIn, login);
    } catch (error) {
      log.warn("oauth.refresh_failed", {
        user: login.person.username,
        why: messageOf(error),
      });
      const stale = Math.max(STALE_MS, STALE_INTERVALS * intervalMs);
      if (now().getTime() - login.checkedAt > stale) {
        endLogin(signIn, login, "the registry could not be reached for a day");
      }
    }
  }
}

async function refresh(signIn: SignIn, login: Login): Promise<void> {
  const found = await current(signIn, login);
  if (found === undefined) {
    return endLogin(signIn, login, "the registry no longer confirms the account");
  }
  const rights = rightsOf(signIn.rules, found.person);
  if (rights === undefined) return endLogin(signIn, login, "access was withdrawn");
  signIn.logins.update(login.id, { ...found, checkedAt: signIn.now().getTime() });
  updatePrincipal(signIn.state, principalOf(found.person), rights);
}

/** The person as the registry describes them now, with the grant that it was asked with. */
async function current(
  signIn: SignIn,
  { id, grant, person: { sub } }: Login,
): Promise<{ person: Person; grant: Grant } | undefined> {
  const { provider, logins, now } = signIn;
  if (grant.accessUntil - SPARE_MS > now().getTime()) {
    const person = await identify(provider, grant.access);
    if (person?.sub === sub) return { person, grant };
  }
  const renewed = grant.refresh === undefined ? undefined : await renew(signIn, grant.refresh);
  if (renewed === undefined) return undefined;
  // The registry has forgotten the old one: what it gave must not be lost with the next question.
  logins.update(id, { grant: renewed });
  const person = await identify(provider, renewed.access);
  return person?.sub === sub ? { person, grant: renewed } : undefined;
}

/** Ends a login with its sessions, and the person's tokens unless another login of theirs goes on. */
function endLogin(signIn: SignIn, login: Login, why: string): void {
  const { logins, sessions, state, log, now } = signIn;
  const { sub, username } = login.person;
  logins.end(login.id);
  sessions.endOf(`login:${login.id}`);
  if (logins.ofPerson(sub).length === 0) revokeByPrincipal(state, sub, "registry", now());
  log.info("oauth.login_ended", { user: username, why });
}

/**
 * Trades a refresh token for a new grant. Undefined when the registry does not take it any more.
 *
 * @throws SvcError `unavailable` when the registry gives no answer about the person
 */
async function renew(
  { provider, client, now }: SignIn,
  refresh: string,
): Promise<Grant | undefined> {
  const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
  const response = await provider.fetch(provider.metadata().token_endpoint!, {
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Basic ${new TextEncoder().encode(pair).toBase64()}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refresh }).toString(),
  });
  const body = await response.json().catch(() => ({})) as Record<string, unknown>;
  if (!response.ok) {
    if (body.error === "invalid_grant" || body.error === "invalid_token") return undefined;
    // What is wrong with this server's client says nothing about the person.
    throw down(provider.url, `it did not renew the login (status ${response.status})`);
  }
  const grant = grantOf(body, now());
  if (grant === undefined) throw down(provider.url, "it renewed the login without sending a token");
  return { ...grant, refresh: grant.refresh ?? refresh };
}

/** Holds what people got from an earlier start to the rules of this one. */
export function applyRules({ logins, rules, state, now }: SignIn): void {
  for (const { sub } of livePrincipals(state, now())) {
    const person = logins.ofPerson(sub)[0]?.person;
    const rights = person === undefined ? undefined : rightsOf(rules, person);
    if (person === undefined || rights === undefined) {
      revokeByPrincipal(state, sub, "configuration", now());
    } else updatePrincipal(state, principalOf(person), rights);
  }
}
