import type { components } from "@octokit/openapi-types";
import type { Signature } from "../git/mod.ts";
import { apiTime, GHOST, type Person, type State } from "../state/mod.ts";
import type { Asking, Call } from "./call.ts";

/** An account as it stands inside other answers. */
export type User = components["schemas"]["simple-user"];

/** Accounts that were looked up: each stands in hundreds of answers, and none of them changes. */
const seen = new WeakMap<State, Map<string, User>>();

/** An account by its login; null when there is none. A deleted one is `ghost`, or nobody. */
export async function userOf(call: Asking, login: string | null): Promise<User | null> {
  if (login === null) return null;
  const { people, base } = call.state;
  const removed = people.removed(login);
  if (removed !== undefined) return removed === "ghost" ? personShape(base, GHOST) : null;
  const known = seen.get(call.state) ?? new Map<string, User>();
  seen.set(call.state, known);
  const person = people.find(login);
  const user = known.get(login) ?? (person && personShape(base, person)) ??
    await emulatedUser(call, login);
  if (user) known.set(login, user);
  return user;
}

async function emulatedUser(call: Asking, login: string): Promise<User | null> {
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

/** An account that can do nothing here, as answers show it. */
function personShape(base: string, { login, id, kind }: Person): User {
  const url = `${base}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: btoa(`User:${id}`),
    avatar_url: `${base}/avatars/${id}`,
    gravatar_id: "",
    url,
    html_url: `${base}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: kind,
    site_admin: false,
  };
}

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
