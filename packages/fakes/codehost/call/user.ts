import type { components } from "@octokit/openapi-types";
import type { Signature } from "../git/mod.ts";
import { apiTime, GHOST } from "../state/mod.ts";
import type { Asking, Call } from "./call.ts";

/** An account as it stands inside other answers. */
export type User = components["schemas"]["simple-user"];

/** An account by its login; null when there is none. A deleted one is `ghost`, or nobody. */
export function userOf({ state }: Pick<Asking, "state">, login: string | null): User | null {
  if (login === null) return null;
  const removed = state.people.removed(login);
  if (removed === "nobody") return null;
  const account = state.people.find(removed ?? login);
  if (account === undefined) return null;
  const { id, kind } = account;
  const url = `${state.base}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id,
    url,
    avatar_url: `${state.base}/avatars/${id}`,
    gravatar_id: "",
    type: kind,
    site_admin: false,
  } as User;
}

/** The account of something that stays when its author is gone. */
export const authorOf = (call: Pick<Asking, "state">, login: string): User =>
  userOf(call, login) ?? userOf(call, GHOST)!;

/** The end of the addresses with which accounts sign commits. */
const PRIVATE = "@users.noreply.github.com";

/** How an account signs what it commits now. */
export const signatureOf = ({ state }: Pick<Call, "state">, login: string): Signature => ({
  name: login,
  email: `${login}${PRIVATE}`,
  date: apiTime(state.clock.now()),
});

/** How the platform signs what it commits itself. */
export const platformSignature = ({ state }: Pick<Call, "state">): Signature => ({
  name: "GitHub",
  email: "noreply@github.com",
  date: apiTime(state.clock.now()),
});

/** The login of who signed, when an account's address stands there. */
export const loginOf = ({ email }: Signature): string | null =>
  email.endsWith(PRIVATE) ? email.slice(0, -PRIVATE.length) : null;
