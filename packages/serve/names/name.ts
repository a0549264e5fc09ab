import { SvcError } from "@svc/core/error";

/** Characters of a name that an operator gives. Shorter than any secret, so that a secret pasted as a name is refused. */
export const LONGEST_NAME = 40;

/** The pattern of such a name, to put into others. */
export const NAME_PATTERN = `[a-z0-9][a-z0-9_-]{0,${LONGEST_NAME - 1}}`;

/** What such a name consists of, in words. */
export const NAME_RULE =
  `Use 1 to ${LONGEST_NAME} lower-case letters, digits, '-' and '_', beginning with a letter or digit`;

const NAME = new RegExp(`^${NAME_PATTERN}$`);

/** Whether a text may be the name of a token, a schedule or a webhook. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Checks the name of a `noun`. The refusal does not repeat it: it may be a secret in the wrong place.
 *
 * @param example a good name
 * @throws SvcError `invalid_name` with what is allowed
 */
export function assertName(noun: string, name: string, example: string): void {
  if (isName(name)) return;
  throw new SvcError("invalid_name", `This is not a valid ${noun} name`, {
    hint: `${NAME_RULE}, for example ${example}.`,
  });
}
