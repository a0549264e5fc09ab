/** Roles in a collective, lowest first (design §4: owner > admin > member). */
export const ROLES = ["member", "admin", "owner"] as const;

/** A member's role. */
export type Role = typeof ROLES[number];

/**
 * What an endpoint asks of the caller's role: `none` no collective, `any` any credential, `operator`
 * the mark that only the server's own machine gives, which concerns no collective.
 */
export type RoleRequirement = "none" | "any" | "operator" | Role;

/** True when `text` names a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** True when `role` is at least `required`. */
export function roleAtLeast(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}
