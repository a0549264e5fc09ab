import { SvcError } from "@svc/core/error";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";

/** Whom a profile presents: a person, or a collective that is not just one person's own. */
export interface Subject {
  kind: "user" | "collective";
  id: string;
  name: string;
  /** Shown until the subject gives a display name. */
  fallbackName: string;
  joinedAt: string;
}

/**
 * The subject of `name`. People and collectives share one name space; a personal collective is
 * presented by its person, and a private one only to its members.
 *
 * @param viewerUserId the person reading, if any
 * @param viewerCollectiveId the collective reading, if a token does
 * @throws SvcError `not_found`, the same for a name nobody has and a private collective's.
 */
export async function subjectNamed(
  db: Db,
  name: string,
  viewerUserId: string | null,
  viewerCollectiveId: string | null,
): Promise<Subject> {
  const user = await db.selectFrom("user").select(["id", "username", "name", "createdAt"])
    .where("username", "=", name).executeTakeFirst();
  if (user) return person(user);
  const collective = await db.selectFrom("collective")
    .select(["id", "slug", "name", "private", "created_at"])
    .where("slug", "=", name).where("deleted_at", "is", null).executeTakeFirst();
  const seen = collective && (collective.private === 0 || collective.id === viewerCollectiveId ||
    (viewerUserId !== null && await isMember(db, collective.id, viewerUserId)));
  if (!seen) throw new SvcError("not_found", `There is no profile '${name}'`);
  return group(collective);
}

/** The subject a caller may edit: themselves, or the collective the token acts as. */
export async function ownSubject(db: Db, principal: Principal): Promise<Subject> {
  const user = userOf(principal);
  if (user) return await personOf(db, user.id);
  if (principal.kind !== "collectiveToken") {
    throw new SvcError("not_authenticated", "Authentication required");
  }
  const collective = await db.selectFrom("collective")
    .select(["id", "slug", "name", "personal", "created_at"])
    .where("id", "=", principal.collective.id).executeTakeFirstOrThrow();
  if (collective.personal === 0) return group(collective);
  const owner = await db.selectFrom("collective_member").select("user_id")
    .where("collective_id", "=", collective.id).where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return await personOf(db, owner.user_id);
}

async function personOf(db: Db, id: string): Promise<Subject> {
  const user = await db.selectFrom("user").select(["id", "username", "name", "createdAt"])
    .where("id", "=", id).executeTakeFirstOrThrow();
  return person(user);
}

function person(
  user: { id: string; username: string | null; name: string; createdAt: string | Date },
): Subject {
  return {
    kind: "user",
    id: user.id,
    name: user.username ?? "",
    fallbackName: user.name,
    joinedAt: new Date(user.createdAt).toISOString(),
  };
}

function group(
  collective: { id: string; slug: string; name: string; created_at: string },
): Subject {
  return {
    kind: "collective",
    id: collective.id,
    name: collective.slug,
    fallbackName: collective.name,
    joinedAt: collective.created_at,
  };
}

async function isMember(db: Db, collectiveId: string, userId: string) {
  return await db.selectFrom("collective_member").select("id")
    .where("collective_id", "=", collectiveId).where("user_id", "=", userId)
    .executeTakeFirst() !== undefined;
}
