import { type Expression, sql, type SqlBool } from "kysely";
import type { Db } from "../../../access/store/schema.ts";
import type {} from "./tables.ts";

/** Notes in the transaction of a change that mirrors of this extension have to look again. */
export async function noteChange(db: Db, extensionId: string): Promise<void> {
  await db.insertInto("index_pending").values({ extension_id: extensionId }).execute();
}

/** Notes that mirrors of a collective's extensions have to look again: all of them show or hide. */
export async function noteCollectiveChange(db: Db, collectiveId: string): Promise<void> {
  await noteChanges(
    db,
    sql<SqlBool>`collective_id = ${collectiveId} or id in (
      select extension_id from extension_alias where collective_id = ${collectiveId})`,
  );
}

/** The same of all extensions that a condition holds for. */
export async function noteChanges(db: Db, condition: Expression<SqlBool>): Promise<void> {
  await db.insertInto("index_pending").columns(["extension_id"])
    .expression((from) =>
      from.selectFrom("extension").select("extension.id as extension_id").where(condition)
    ).execute();
}
