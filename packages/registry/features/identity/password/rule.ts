import { SvcError } from "@svc/core/error";
import { z } from "zod";

/** Characters a password may have. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** A new password in a body, as far as its length goes. */
export const PASSWORD = z.string()
  .min(PASSWORD_LENGTH.least, `must be at least ${PASSWORD_LENGTH.least} characters`)
  .max(PASSWORD_LENGTH.most, `must be at most ${PASSWORD_LENGTH.most} characters`);

/** Refuses a password that is too short or too long. @throws SvcError `validation_failed` */
export function assertPassword(password: string, field: string): void {
  const { error } = PASSWORD.safeParse(password);
  if (error) throw guessable(field, error.issues[0]!.message);
}

/** How many different characters a password has at least, however long it is. */
const DIFFERENT = 5;

/** Rows that fingers or memory run along, in both directions: digits, alphabet, keyboards. */
const ROWS = [
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
].flatMap((row) => [row, [...row].reverse().join("")]);

/**
 * Refuses what is tried before any list: one character or a few repeated, white space, rows of the
 * alphabet, of digits and of the keyboard (NIST SP 800-63B 3.1.1.2). White space does not count.
 */
function assertVaried(password: string, field: string): void {
  const text = plain(password).replace(/[\p{Z}\p{C}]/gu, "");
  const characters = [...text];
  if (new Set(characters).size < DIFFERENT) {
    throw guessable(field, `must have at least ${DIFFERENT} different characters besides spaces`);
  }
  const isRow = ROWS.some((row) =>
    row.repeat(Math.ceil(text.length / row.length) + 1).includes(text)
  );
  if (isRow) {
    throw guessable(field, "must not be a sequence of letters, digits or keys");
  }
}

/**
 * Refuses the about 49,000 passwords that are tried first (NIST SP 800-63B 3.1.1.2), in upper or
 * lower case, and what has no variety. The kept list is loaded when it is first needed.
 *
 * Not to be called from inside the identity library: a module that is loaded there would carry the
 * library's asynchronous context, and with it one request's store, over to other requests.
 *
 * @param field what the password is called in the body
 * @throws SvcError `validation_failed`
 */
export async function assertUncommon(password: string, field: string): Promise<void> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  if (dictionary["passwords-common"].includes(plain(password))) {
    throw guessable(field, "is among the most common passwords");
  }
  assertVaried(password, field);
}

/**
 * Refuses a person's own username or address as their password.
 *
 * @throws SvcError `validation_failed`
 */
export function assertNotOwnName(
  password: string,
  { username, email }: { username: string; email: string },
  field: string,
): void {
  if ([username, email, email.split("@")[0]!].some((own) => plain(own) === plain(password))) {
    throw guessable(field, "must not be your username or address");
  }
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function guessable(field: string, message: string): SvcError {
  return new SvcError("validation_failed", `The body is not valid: ${field}: ${message}`, {
    hint: "Choose another one, for example a long passphrase.",
    details: [{ path: field, message }],
  });
}
