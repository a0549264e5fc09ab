import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { cascade, setNull } from "../../platform/store/references.ts";
import { index, text, textOrNull } from "../../platform/store/columns.ts";

/** Claims to names, and which of them a decision keeps a name for. */
export const claims = migration(async (db) => {
  await db.schema.createTable("name_claim")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("claimant_user_id", "text", cascade("user.id"))
    .$call(text("grounds", "state", "created_at"))
    .addColumn("decided_by_user_id", "text", setNull("user.id"))
    .$call(textOrNull("decided_at", "note"))
    .execute();
  await db.schema.createIndex("name_claim_open_once").unique().on("name_claim")
    .columns(["claimant_user_id", "name"]).where(sql.ref("state"), "=", sql.lit("open"))
    .execute();
  await index(db, "name_claim", "name_claim_of_claimant", "claimant_user_id");
  await db.schema.createIndex("name_claim_by_operator").on("name_claim")
    .column("decided_by_user_id").where(sql.ref("decided_by_user_id"), "is not", null).execute();
  await db.schema.createIndex("name_claim_open").on("name_claim").column("number")
    .where(sql.ref("state"), "=", sql.lit("open")).execute();
  // Who deletes their account leaves the name reserved for nobody but the operator.
  await db.schema.alterTable("name_decision").addColumn(
    "claim_number",
    "integer",
    setNull("name_claim.number"),
  ).execute();
  await db.schema.createIndex("name_decision_by_claim").on("name_decision")
    .column("claim_number").where(sql.ref("claim_number"), "is not", null).execute();
});
