import { Refusal } from "../call/mod.ts";
import { actorOf, type Token, type Tokens } from "../state/mod.ts";

/** Who calls. Both are null without a token. */
export interface Caller {
  token: Token | null;
  /** Whom it acts as; null for an app itself. */
  login: string | null;
}

/** The caller without a token. */
export const NOBODY: Caller = { token: null, login: null };

/**
 * Who sent a request, by its `Authorization`. Clients of git send the token as a password.
 *
 * @throws Refusal 401 for a token that the host does not know or that has ended
 */
export function callerOf(tokens: Tokens, headers: Headers): Caller {
  const header = headers.get("authorization");
  if (header === null) return NOBODY;
  const [scheme = "", value = ""] = header.trim().split(/\s+/, 2);
  const text = /^basic$/i.test(scheme) ? passwordOf(value) : value;
  const token = /^(?:token|bearer|basic)$/i.test(scheme) ? tokens.find(text) : undefined;
  if (token === undefined) throw new Refusal(401, "Bad credentials");
  return { token, login: actorOf(token) };
}

function passwordOf(basic: string): string {
  try {
    return atob(basic).replace(/^[^:]*:/, "");
  } catch {
    return "";
  }
}
