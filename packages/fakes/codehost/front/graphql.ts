import type { Caller } from "../access/mod.ts";
import { json } from "../call/mod.ts";
import type { State } from "../state/mod.ts";

/** What `viewer` can be asked for here. */
const FIELDS: readonly string[] = ["login", "databaseId"];

/**
 * Answers the one GraphQL question that REST has no answer to: `viewer`, whom a token acts as. What
 * else is asked is a fault of the stand-in, not of the caller.
 */
export function graphqlAnswer(
  { token, login }: Caller,
  body: unknown,
  { state, violation }: { state: State; violation(text: string): void },
): Response {
  if (token === null) {
    return json({ message: "This endpoint requires you to be authenticated." }, 401);
  }
  const query = (body as { query?: unknown } | undefined)?.query;
  const asked = /^\s*(?:query\s*)?\{\s*viewer\s*\{([\w\s]+)\}\s*\}\s*$/.exec(String(query))?.[1]
    ?.trim().split(/\s+/);
  if (asked === undefined || asked.some((field) => !FIELDS.includes(field))) {
    violation(`POST /graphql: the stand-in does not answer ${query}`);
    return json({ errors: [{ message: "Not implemented" }] });
  }
  if (login === null) return json({ data: { viewer: null } });
  const viewer: Record<string, unknown> = { login, databaseId: state.people.find(login)!.id };
  return json({ data: { viewer: Object.fromEntries(asked.map((name) => [name, viewer[name]])) } });
}
