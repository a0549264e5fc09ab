import { SvcError } from "@svc/core/error";
import { slugSkeleton } from "@svc/core/name";
import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";

/**
 * Refuses a name that is taken, or that people would confuse with one that is. Usernames and
 * collective slugs share one name space, as every user has a collective of their name; the names of
 * deleted collectives stay taken, so that no stranger can publish under them.
 *
 * @throws SvcError `name_taken`
 */
export async function assertNameFree(db: Kysely<Schema>, slug: string): Promise<void> {
  const taken = await db.selectFrom("collective").select("slug")
    .where("slug_skeleton", "=", slugSkeleton(slug)).executeTakeFirst();
  if (taken !== undefined) throw nameTaken(slug, taken.slug);
}

/** The refusal of a taken name; `by` is the name it equals or resembles. */
export function nameTaken(slug: string, by = slug): SvcError {
  return new SvcError(
    "name_taken",
    by === slug ? `The name '${slug}' is taken` : `The name '${slug}' is too close to '${by}'`,
    { hint: "Choose another name." },
  );
}
