import type { Caller } from "../../caller/caller.ts";
import type { Rights } from "../../rights/rights.ts";
import { type Person, rightsOf } from "../admission/rule.ts";
import type { Grant } from "../provider/grant.ts";
import { identify } from "./identify.ts";
import type { Login } from "./logins.ts";
import type { SignIn } from "./sign_in.ts";

/** Days until somebody has to sign in again, whatever the registry says. */
const LOGIN_DAYS = 30;

/** What is said to people whom no rule is about. It does not tell whom the server admits. */
const NOT_ADMITTED = "neither you nor a collective of yours is allowed to use this server";

/** What came of a login: a person with rights, or why there is none. */
export type Outcome = { login: Login; rights: Rights } | { refused: string };

/**
 * Lets the person of a grant in, if the registry vouches for them and a rule is about them.
 *
 * @param sub whom the grant must be about, when that is known already
 * @throws SvcError `unavailable` when the registry gives no answer that could be used
 */
export async function accept(signIn: SignIn, grant: Grant, sub?: string): Promise<Outcome> {
  const { provider, rules, logins, log, now } = signIn;
  const person = await identify(provider, grant.access);
  if (person === undefined) return { refused: "the registry does not confirm your account" };
  if (sub !== undefined && person.sub !== sub) {
    return { refused: "the registry's answers name two different people" };
  }
  const rights = rightsOf(rules, person);
  if (rights === undefined) {
    log.warn("oauth.not_admitted", { user: person.username });
    return { refused: NOT_ADMITTED };
  }
  const at = now().getTime();
  logins.sweep();
  const login = logins.add({ person, grant, checkedAt: at, until: at + LOGIN_DAYS * 86_400_000 });
  return { login, rights };
}

/** The caller that a login makes. */
export function loginCaller({ id, person, until }: Login, rights: Rights): Caller {
  return {
    ...personCaller(person, rights),
    credentialId: `login:${id}`,
    expiresAt: new Date(until),
  };
}

/** A person as a caller, without what they came with. */
export function personCaller(person: Person, rights: Rights) {
  return {
    kind: "user",
    name: person.username,
    initiatedBy: `user:${person.username}`,
    rights,
    cookie: false,
  } as const;
}
