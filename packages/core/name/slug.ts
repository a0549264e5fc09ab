import { SvcError } from "../error/error.ts";
import { isNoName } from "./no_name.ts";

/** The grammar of collective slugs and of usernames, which share one name space. */
export const SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,37}[a-z0-9])?$/;

/** Why `text` cannot be a slug, in words, or undefined when it can. */
export function slugProblem(text: string): string | undefined {
  if (text.length < 2 || text.length > 39) return "must be 2 to 39 characters long";
  if (/[A-Z]/.test(text)) return "must be lower case";
  // Only ASCII is allowed, so no look-alike letter of another script can pass as a known name.
  if (/[^\x21-\x7e]/.test(text)) return "must use plain ASCII letters, digits, '-' and '_' only";
  if (!SLUG.test(text)) {
    return "must use letters, digits, '-' and '_', and begin and end with a letter or digit";
  }
  if (/[-_]{2}/.test(text)) return "must not contain two separators in a row";
  return undefined;
}

/**
 * Checks that somebody may be called so at all. Whether the registry gives it to them is
 * for the registry to say.
 *
 * @param what how the field is called, in words and in the details' path
 * @throws SvcError `invalid_name`
 */
export function assertSlug(text: string, what = "slug"): void {
  const problem = slugProblem(text) ?? (isNoName(text) ? "cannot be a name" : undefined);
  if (problem === undefined) return;
  throw new SvcError("invalid_name", `The ${what} ${JSON.stringify(text)} ${problem}`, {
    hint: `Choose a ${what} such as acme or acme-tools.`,
    details: [{ path: what, message: problem }],
  });
}

/**
 * The form in which two slugs that people confuse are equal: separators dropped, look-alike
 * digits read as letters. A new slug whose skeleton is taken is refused.
 */
export function slugSkeleton(slug: string): string {
  return slug.replaceAll(/[-_]/g, "").replaceAll("0", "o").replaceAll("1", "l").replaceAll("5", "s")
    .replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("i", "l");
}
