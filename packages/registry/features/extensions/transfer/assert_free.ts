import { nameTaken } from "../../../access/name/take.ts";
import type { Db } from "../../../access/store/schema.ts";

/**
 * Refuses a name that an extension has.
 *
 * @throws SvcError `name_taken`
 */
export async function assertFree(db: Db, name: string): Promise<void> {
  const taken = await db.selectFrom("extension").select("id").where("name", "=", name)
    .executeTakeFirst();
  if (taken !== undefined) throw nameTaken(name);
}
