import { SvcError } from "../error/error.ts";

/** The collective token scopes and what each grants (spec §5.4), in the order they are shown. */
export const SCOPES = {
  "extensions:push": "Push extensions for the collective",
  "extensions:promote": "Promote extension versions",
  "extensions:read": "Read extension metadata",
  "extensions:*": "All extension operations",
  "lab:read": "Read lab issues",
  "lab:write": "Create and update lab issues",
  "lab:*": "All lab operations",
  "profile:read": "Read operative profiles",
  "profile:write": "Update operative profiles",
  "profile:*": "All profile operations",
  "collective:read": "Read collective metadata",
  "collective:write": "Update collective settings",
  "collective:*": "All collective operations",
  "billing:manage": "Manage billing and subscriptions",
  "feed:write": "Submit feed posts",
  "notifications:read": "Read notifications",
  "notifications:write": "Mark notifications as read",
  "notifications:*": "All notification operations",
  "oauth:manage": "Manage OAuth applications and consents",
  "serve:*": "Start svc serve with --auth-mode token or --auth-mode oauth",
  "datastore:*": "Set up external datastores",
  "vault:*": "Create and manage non-local vault configurations",
} as const;

/** A scope a collective token may hold. */
export type Scope = keyof typeof SCOPES;

/** Every scope, in table order. */
export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** True when `text` is a scope of the table. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/**
 * True when the held scopes satisfy `required`: the exact scope, or its kind's wildcard.
 * A single scope never satisfies a required wildcard.
 */
export function holdsScope(held: Iterable<string>, required: Scope): boolean {
  const wildcard = `${required.slice(0, required.indexOf(":"))}:*`;
  for (const scope of held) {
    if (scope === required || scope === wildcard) return true;
  }
  return false;
}

/**
 * Reads a list of scopes: trims, drops repeats, keeps table order.
 *
 * @throws SvcError `validation_failed` for an empty list or an unknown scope, which is named.
 */
export function parseScopes(input: string | readonly string[]): Scope[] {
  const given = (typeof input === "string" ? input.split(",") : input)
    .map((scope) => scope.trim()).filter((scope) => scope !== "");
  const unknown = given.filter((scope) => !isScope(scope));
  if (unknown.length > 0) {
    throw new SvcError(
      "validation_failed",
      `Unknown scope${unknown.length > 1 ? "s" : ""}: ${unknown.join(", ")}`,
      { hint: `Known scopes: ${SCOPE_NAMES.join(", ")}.` },
    );
  }
  if (given.length === 0) {
    throw new SvcError("validation_failed", "A token needs at least one scope", {
      hint: `Known scopes: ${SCOPE_NAMES.join(", ")}.`,
    });
  }
  return SCOPE_NAMES.filter((scope) => given.includes(scope));
}
