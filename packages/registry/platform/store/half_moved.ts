import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { isPostgres } from "./engine.ts";
import type { Db } from "./schema.ts";

/** The table that a database has while a registry is moved into it. */
export const HALF_MOVED = "svc_move";

/**
 * Refuses a database that holds a part of a registry only.
 *
 * @throws SvcError `unavailable`
 */
export async function assertWhole(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${HALF_MOVED})::text as found`.execute(db);
  if (rows[0]!.found === null) return;
  throw new SvcError("unavailable", "A registry is being moved into this database", {
    hint: "Let 'npm run admin -- move' finish; run it again if it was ended.",
  });
}
