import { SvcError } from "@svc/core/error";
import { parseExpiry } from "../auth/expiry.ts";
import { text } from "../frame/command.ts";

/** The longest that an old secret stays valid beside the new one. */
const LONGEST_GRACE_MS = 7 * 86_400_000;

/** `--expires` of a token. */
export const EXPIRES = text("<when>", "When it expires: 90d, 12h, 4w, 1y, a date, or never", {
  default: "30d",
});

/**
 * When a token ends; null for never.
 *
 * @throws SvcError `usage` for what is no time in the future
 */
export function expiryOf(text: string, now: Date): Date | null {
  return text === "never" ? null : parseExpiry(text, now);
}

/**
 * Milliseconds that an old secret stays valid; 0 when nothing was said.
 *
 * @throws SvcError `invalid_argument` for no duration, and for more than 7 days
 */
export async function graceOf(text: string | undefined): Promise<number> {
  if (text === undefined) return 0;
  const { parseDuration } = await import("@svc/runtime/run");
  const grace = parseDuration(text, "--grace");
  if (grace <= LONGEST_GRACE_MS) return grace;
  throw new SvcError("invalid_argument", `--grace ${JSON.stringify(text)} is too long`, {
    hint: "The longest grace period is 7d.",
  });
}
