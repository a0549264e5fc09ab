import type { z } from "zod";
import type { Db } from "../../access/store/schema.ts";
import type { Profile } from "./schema.ts";
import type { Subject } from "./subject.ts";
import type {} from "./tables.ts";

/** What may be written about oneself. Absent fields stay; null clears. */
export interface ProfileChange {
  displayName?: string | null | undefined;
  bio?: string | null | undefined;
  url?: string | null | undefined;
  location?: string | null | undefined;
}

/** The profile of `subject`. */
export async function readProfile(
  db: Db,
  baseUrl: string,
  subject: Subject,
): Promise<z.input<typeof Profile>> {
  const row = await db.selectFrom("profile").selectAll()
    .where("subject_kind", "=", subject.kind).where("subject_id", "=", subject.id)
    .executeTakeFirst();
  return {
    username: subject.name,
    kind: subject.kind === "user" ? "person" : "collective",
    displayName: row?.display_name ?? subject.fallbackName,
    bio: row?.bio ?? null,
    url: row?.url ?? null,
    location: row?.location ?? null,
    joinedAt: subject.joinedAt,
    updatedAt: row?.updated_at ?? null,
    page: `${baseUrl}/${subject.kind === "user" ? "u" : "collectives"}/${subject.name}`,
  };
}

/** Writes the named fields of `subject`'s profile. */
export async function writeProfile(
  db: Db,
  subject: Subject,
  change: ProfileChange,
  now: Date,
): Promise<void> {
  const columns = {
    ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
    ...(change.bio === undefined ? {} : { bio: change.bio }),
    ...(change.url === undefined ? {} : { url: change.url }),
    ...(change.location === undefined ? {} : { location: change.location }),
    updated_at: now.toISOString(),
  };
  await db.insertInto("profile")
    .values({ subject_kind: subject.kind, subject_id: subject.id, ...columns })
    .onConflict((conflict) => conflict.columns(["subject_kind", "subject_id"]).doUpdateSet(columns))
    .execute();
}
