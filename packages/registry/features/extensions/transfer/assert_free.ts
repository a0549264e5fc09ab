import type { Kysely } from "kysely";
import { nameTaken } from "../../../access/name/take.ts";
import type { Schema } from "../../../access/store/schema.ts";

/**
 * Refuses a name that an extension has.
 *
 * @throws SvcError `name_taken`
 */
export async function assertFree(db: Kysely<Schema>, name: string): Promise<void> {
  const taken = await db.selectFrom("extension").select("id").where("name", "=", name)
    .executeTakeFirst();
  if (taken !== undefined) throw nameTaken(name);
}
