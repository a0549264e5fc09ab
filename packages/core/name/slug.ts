import { SvcError } from "../error/error.ts";

/** The grammar of collective slugs and of usernames, which share one name space. */
export const SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,37}[a-z0-9])?$/;

/**
 * Slugs that nobody may take: they are, or may become, a path, an actor or a claim of authority.
 * The first-party collective is reserved too; it is made by the server's own configuration.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  "account",
  "admin",
  "administrator",
  "all",
  "anonymous",
  "any",
  "api",
  "assets",
  "auth",
  "billing",
  "collective",
  "collectives",
  "create",
  "delete",
  "device",
  "docs",
  "everyone",
  "extension",
  "extensions",
  "feed",
  "ghost",
  "healthz",
  "help",
  "internal",
  "lab",
  "login",
  "logout",
  "me",
  "metrics",
  "moderator",
  "new",
  "none",
  "nobody",
  "notifications",
  "null",
  "official",
  "openapi",
  "operator",
  "owner",
  "profile",
  "public",
  "readyz",
  "registry",
  "root",
  "search",
  "security",
  "self",
  "serve",
  "settings",
  "sign-in",
  "sign-up",
  "signin",
  "signup",
  "staff",
  "static",
  "status",
  "superuser",
  "support",
  "svc",
  "system",
  "team",
  "teams",
  "token",
  "tokens",
  "true",
  "false",
  "undefined",
  "user",
  "users",
  "verified",
  "whoami",
  "www",
]);

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
 * Checks a slug that somebody wants to take.
 *
 * @param what how the field is called, in words and in the details' path
 * @throws SvcError `invalid_name` for the grammar, `name_reserved` for a reserved word.
 */
export function assertSlug(text: string, what = "slug"): void {
  const problem = slugProblem(text);
  if (problem !== undefined) {
    throw new SvcError("invalid_name", `The ${what} ${JSON.stringify(text)} ${problem}`, {
      hint: `Choose a ${what} such as acme or acme-tools.`,
      details: [{ path: what, message: problem }],
    });
  }
  if (RESERVED_SLUGS.has(text)) {
    throw new SvcError("name_reserved", `The ${what} '${text}' is reserved`, {
      hint: `Choose another ${what}.`,
      details: [{ path: what, message: "is reserved" }],
    });
  }
}

/**
 * The form in which two slugs that people confuse are equal: separators dropped, look-alike
 * digits read as letters. A new slug whose skeleton is taken is refused.
 */
export function slugSkeleton(slug: string): string {
  return slug.replaceAll(/[-_]/g, "").replaceAll("0", "o").replaceAll("1", "l").replaceAll("5", "s")
    .replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("i", "l");
}
