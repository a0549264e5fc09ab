import { SvcError } from "../error/error.ts";
import { LIMITS } from "../limit/limits.ts";
import { isNoName } from "./no_name.ts";
import { nameProblem, visibleName } from "../text/plain.ts";

/** The grammar of a vault's name (runtime reference §5.1). Names that begin with `_` are reserved. */
export const VAULT_NAME = /^(?=.{1,64}$)[a-z][a-z0-9-]*$/;

/**
 * Checks the name of a vault.
 *
 * @throws SvcError `invalid_name` with what is allowed.
 */
export function assertVaultName(name: string): void {
  if (VAULT_NAME.test(name) && !isNoName(name)) return;
  throw new SvcError(
    "invalid_name",
    `'${visibleName(name.slice(0, 300))}' is not a valid vault name`,
    {
      hint: "Use 1 to 64 lower-case letters, digits and '-', beginning with a letter, " +
        "for example team-secrets.",
    },
  );
}

/** Why a text cannot be the key of a secret, or undefined when it can. */
export function secretKeyProblem(key: string): string | undefined {
  if (key.trim() === "") return "is blank";
  if (key === "." || key.includes("..") || /[/\\\0]/.test(key)) {
    return "is '.' or contains '..', '/', '\\' or NUL";
  }
  if (new TextEncoder().encode(key).length > LIMITS.secrets.keyBytes) {
    return `is longer than ${LIMITS.secrets.keyBytes} bytes`;
  }
  return nameProblem(key);
}

/**
 * Checks the key of a secret: plain text on one line that leads to no other place in any vault.
 *
 * @throws SvcError `invalid_name` with what is wrong.
 */
export function assertSecretKey(key: string): void {
  const problem = secretKeyProblem(key);
  if (problem === undefined) return;
  throw new SvcError(
    "invalid_name",
    `The key "${visibleName(key.slice(0, 300))}" ${problem}`,
    { hint: "Use a plain name, for example GITHUB_TOKEN." },
  );
}

/**
 * Why a text cannot be the value of a secret, or undefined when it can. Never holds any of it.
 */
export function secretValueProblem(value: string): string | undefined {
  const { valueBytes } = LIMITS.secrets;
  if (!value.isWellFormed()) return "holds half of a character, which no file can keep";
  // A character has at most three bytes for each unit: most texts need no encoding to be measured.
  if (value.length * 3 <= valueBytes) return undefined;
  const { length } = new TextEncoder().encode(value);
  return length > valueBytes ? `has ${length} bytes; at most ${valueBytes} are kept` : undefined;
}

/**
 * Checks the value of a secret.
 *
 * @throws SvcError `invalid_argument` naming the key; nothing of the value is in it.
 */
export function assertSecretValue(key: string, value: string): void {
  const problem = secretValueProblem(value);
  if (problem === undefined) return;
  throw new SvcError("invalid_argument", `The value of ${visibleName(key)} ${problem}`, {
    hint: "A secret is a text such as a token or a private key.",
  });
}
