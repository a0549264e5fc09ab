import type { components } from "@octokit/openapi-types";
import type { Signature } from "../git/mod.ts";
import { apiTime } from "../state/mod.ts";
import type { Call } from "./call.ts";

/** An account as it stands inside other answers. */
export type User = components["schemas"]["simple-user"];

/** An account by its login; null when there is none. */
export async function userOf(call: Call, login: string | null): Promise<User | null> {
  if (login === null) return null;
  const told = await call.emulated("GET", `/users/${encodeURIComponent(login)}`);
  if (told.status !== 200) return null;
  const user = JSON.parse(told.text) as Record<string, unknown>;
  return Object.fromEntries(FIELDS.map((name) => [name, user[name]])) as unknown as User;
}

const FIELDS = [
  ...["login", "id", "node_id", "avatar_url", "gravatar_id", "url", "html_url", "type"],
  ...["followers_url", "following_url", "gists_url", "starred_url", "subscriptions_url"],
  ...["organizations_url", "repos_url", "events_url", "received_events_url", "site_admin"],
];

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
