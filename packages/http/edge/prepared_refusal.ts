import { SAFE_HEADERS } from "../listener/refused_connection.ts";
import type { Reply } from "../listener/reply.ts";
import { rateLimited } from "../rate/bucket.ts";

/** By form and wait, of which there are few: so each is made once. */
const prepared = new Map<string, Reply>();

/**
 * The refusal to come again in so many seconds, ready to be sent: refusing costs less than answering,
 * or a limit would help who floods.
 *
 * @param forPeople as a line of text, not as JSON
 */
export function preparedRefusal(seconds: number, forPeople: boolean): Reply {
  const key = `${seconds} ${forPeople}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const refusal = rateLimited(seconds);
  const body = forPeople ? `${refusal.message}. ${refusal.hint}\n` : JSON.stringify(refusal);
  const headers = {
    "content-type": `${forPeople ? "text/plain" : "application/json"}; charset=utf-8`,
    ...SAFE_HEADERS,
    "retry-after": String(seconds),
    "content-length": String(new TextEncoder().encode(body).length),
  };
  const made = { status: refusal.status, headers, body };
  prepared.set(key, made);
  return made;
}
