import type { Db } from "../../access/store/schema.ts";
import { SERVE_SCOPE } from "./scopes.ts";

/** What an application learns of a person besides the standard claims, by scope. */
export interface PersonClaims {
  /** Under `profile`. A username never changes. */
  preferred_username?: string;
  /** Under `collectives`: slugs, in order. */
  collectives?: string[];
  /** Under `collectives`: the role in each of them, by slug. */
  collective_roles?: Record<string, string>;
}

/** The registry's own claims about a person, the same in userinfo, id tokens and access tokens. */
export async function claimsOf(
  db: Db,
  user: { id: string; username?: unknown },
  scopes: readonly string[],
): Promise<PersonClaims> {
  const claims: PersonClaims = {};
  if (scopes.includes("profile") && typeof user.username === "string") {
    claims.preferred_username = user.username;
  }
  if (scopes.includes("collectives")) {
    const memberships = await membershipsOf(db, user.id);
    claims.collectives = memberships.map(({ slug }) => slug);
    claims.collective_roles = Object.fromEntries(memberships.map(({ slug, role }) => [slug, role]));
  }
  return claims;
}

/**
 * What a server learns from an access token that is for it. A token with the scope `serve` tells it who
 * the person is and what they belong to: by that it decides what they may do.
 */
export async function serverClaims(
  db: Db,
  user: { id: string; username?: unknown } | null | undefined,
  scopes: readonly string[],
): Promise<PersonClaims> {
  if (!user) return {};
  const known = scopes.includes(SERVE_SCOPE) ? [...scopes, "profile", "collectives"] : scopes;
  return await claimsOf(db, user, known);
}

async function membershipsOf(db: Db, userId: string) {
  return await db.selectFrom("collective_member")
    .innerJoin("collective", "collective.id", "collective_member.collective_id")
    .select(["collective.slug", "collective_member.role"])
    .where("collective_member.user_id", "=", userId)
    .where("collective.deleted_at", "is", null).orderBy("collective.slug").execute();
}
