import { slugSkeleton, tryParseExtensionName } from "@svc/core/name";

/** What a name is given to. Accounts and collectives share one name space. */
export type NameKind = "username" | "slug" | "extension";

/** What the operator of a registry has configured that names are compared with. */
export interface OperatorNames {
  /** Slug of the collective whose extensions carry the Verified badge. */
  firstParty: string;
  /** Usernames of the registry's administrators. */
  admins: readonly string[];
}

/**
 * Words that say who stands behind a name, and where only the operator may use them. An extension is
 * named after what it does: `@acme/security-scan` claims nothing.
 */
export const AUTHORITY: Readonly<Record<string, readonly NameKind[]>> = {
  official: ["username", "slug", "extension"],
  verified: ["username", "slug", "extension"],
  security: ["username", "slug"],
  support: ["username", "slug"],
  admin: ["username", "slug"],
};

/**
 * Slugs that only the operator may take: they are, or may become, a path, an actor or a claim of
 * authority.
 */
const RESERVED: readonly string[] = [
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
];

/** Makers of what extensions work with: whoever has such a name is taken for them. */
const WELL_KNOWN: readonly string[] = [
  "amazon",
  "anthropic",
  "apple",
  "aws",
  "azure",
  "bitbucket",
  "cloudflare",
  "codeberg",
  "deno",
  "docker",
  "github",
  "gitlab",
  "google",
  "hashicorp",
  "jsr",
  "kubernetes",
  "microsoft",
  "nodejs",
  "npm",
  "openai",
  "openbao",
];

/** Names that are reserved as a whole, by their skeletons. */
export const WHOLE: ReadonlyMap<string, string> = new Map(
  [...RESERVED, ...WELL_KNOWN].map((word) => [slugSkeleton(word), word]),
);

/**
 * Why only the operator may take `name`, in words that follow it, or undefined when anybody may. Names
 * that people confuse count as one: `0fficial` as `official`.
 */
export function reservedReason(
  kind: NameKind,
  name: string,
  { firstParty, admins }: OperatorNames,
): string | undefined {
  const authority = new Map(
    [
      firstParty,
      ...Object.keys(AUTHORITY).filter((word) => AUTHORITY[word]!.includes(kind)),
    ].map((word) => [slugSkeleton(word), word]),
  );
  const parts = kind === "extension" ? segmentsOf(name) : [name];
  for (const run of parts.flatMap(runsOfWords)) {
    const word = authority.get(run);
    if (word !== undefined) return word === name ? "is reserved" : `reads as '${word}'`;
  }
  if (kind === "extension") return undefined;
  const skeleton = slugSkeleton(name);
  const whole = WHOLE.get(skeleton) ?? admins.find((admin) => slugSkeleton(admin) === skeleton);
  if (whole === undefined) return undefined;
  return whole === name ? "is reserved" : `is too close to '${whole}', which is reserved`;
}

/** The segments of an extension's name behind its collective. */
export function segmentsOf(name: string): string[] {
  return tryParseExtensionName(name)?.rest.split("/") ?? [];
}

/** The form in which two names of extensions in one collective that people confuse are equal. */
export function extensionSkeleton(name: string): string {
  return segmentsOf(name).map(slugSkeleton).join("/");
}

/** The skeletons of each word of a name, and of words that follow each other, as in `sv-c-team`. */
function runsOfWords(name: string): string[] {
  const words = name.split(/[-_.]+/);
  return words.flatMap((_, from) =>
    words.slice(from).map((_, count) => slugSkeleton(words.slice(from, from + count + 1).join("")))
  );
}
