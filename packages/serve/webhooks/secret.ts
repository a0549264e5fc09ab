import { SvcError } from "@svc/core/error";
import type { Scheme } from "./webhook.ts";

/** Random bytes of a secret that svc makes. */
const BYTES = 32;

/** Bytes of a secret of the standard scheme, as its text says. */
const STANDARD_BYTES = { least: 24, most: 64 } as const;

/** Characters of a secret of the other scheme: fewer could be tried out. */
const GITHUB_CHARACTERS = { least: 16, most: 256 } as const;

const PREFIX = "whsec_";

/** A new random secret, as the sender's settings take it. */
export function newHookSecret(scheme: Scheme): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return scheme === "standard" ? `${PREFIX}${bytes.toBase64()}` : bytes.toHex();
}

/**
 * Checks a secret that an operator brings. No error holds a part of it.
 *
 * @throws SvcError `invalid_argument` with what is allowed
 */
export function assertHookSecret(scheme: Scheme, secret: string): void {
  if (scheme === "standard") {
    const length = standardKey(secret)?.length ?? 0;
    if (length >= STANDARD_BYTES.least && length <= STANDARD_BYTES.most) return;
    throw refused(
      `It is '${PREFIX}' and ${STANDARD_BYTES.least} to ${STANDARD_BYTES.most} bytes in base64.`,
    );
  }
  const { least, most } = GITHUB_CHARACTERS;
  if (secret.length >= least && secret.length <= most && !/\p{Cc}/u.test(secret)) return;
  throw refused(`It has ${least} to ${most} characters on one line.`);
}

/** The bytes that signatures are made with. */
export function keyOf(scheme: Scheme, secret: string): Uint8Array {
  return scheme === "standard" ? standardKey(secret)! : new TextEncoder().encode(secret);
}

function standardKey(secret: string): Uint8Array | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  try {
    return Uint8Array.fromBase64(secret.slice(PREFIX.length));
  } catch {
    return undefined;
  }
}

function refused(allowed: string): SvcError {
  return new SvcError("invalid_argument", "This is not a valid webhook secret", {
    hint: `${allowed} Without --secret, svc generates one.`,
  });
}
