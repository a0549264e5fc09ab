import { SvcError } from "@svc/core/error";
import { isName, LONGEST_NAME, NAME_PATTERN, NAME_RULE } from "../names/name.ts";

/** What names of tokens begin with that people get when they log in; an operator gives no such name. */
export const LOGIN_PREFIX = "oauth-";

/** The beginning of keys of the registry. */
const KEY_PREFIX = "svc_";

/** A token as it is sent: its name, a dot, and the secret as {@linkcode newSecret} makes it. */
const TOKEN = new RegExp(`^(${NAME_PATTERN})\\.([0-9a-f]{64})$`);

/**
 * Checks the name of a token that an operator makes. The refusal does not repeat a name that may be a
 * secret.
 *
 * @throws SvcError `invalid_name` with what is allowed
 */
export function assertTokenName(name: string): void {
  if (isName(name) && !name.startsWith(LOGIN_PREFIX) && !name.startsWith(KEY_PREFIX)) return;
  const shown = name.length <= LONGEST_NAME / 2 ? `'${name}'` : "This";
  throw new SvcError("invalid_name", `${shown} is not a valid token name`, {
    hint: `${NAME_RULE}, for example ci-deploy; ` +
      `'${LOGIN_PREFIX}' and '${KEY_PREFIX}' are reserved prefixes.`,
  });
}

/** Takes a token apart; undefined for any other text. */
export function readToken(text: string): { name: string; secret: string } | undefined {
  const found = TOKEN.exec(text);
  return found === null ? undefined : { name: found[1]!, secret: found[2]! };
}
