import { type Kysely, sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { createUsers } from "./migration.ts";
import { isPostgres } from "../../platform/store/engine.ts";
import { index } from "../../platform/store/columns.ts";

/** By what a collective token was created. Unknown for those that are there already. */
export const tokenCreator = migration(async (db) => {
  for (const column of ["created_with", "created_key_id", "created_key_name"]) {
    await db.schema.alterTable("collective_token").addColumn(column, "text").execute();
  }
  await index(db, "collective_token", "collective_token_created_key", "created_key_id");
});

/**
 * Lets several accounts give the same e-mail address. No address is proven, so refusing one that is
 * taken would tell strangers whose addresses are known, and let anybody take somebody else's.
 */
export const sharedAddress = migration(async (db) => {
  if (isPostgres(db)) {
    await db.schema.alterTable("user").dropConstraint("user_email_key").execute();
  } else await rebuild(db);
  await index(db, "user", "user_email", "email");
});

/** SQLite cannot drop a constraint: the table is written again under the same name. */
async function rebuild(db: Kysely<unknown>): Promise<void> {
  await createUsers(db, "user_next");
  await sql`insert into user_next (id, name, email, "emailVerified", image, "createdAt", "updatedAt",
    username, "displayUsername") select id, name, email, "emailVerified", image, "createdAt",
    "updatedAt", username, "displayUsername" from user`.execute(db);
  await db.schema.dropTable("user").execute();
  await db.schema.alterTable("user_next").renameTo("user").execute();
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error("rows without the account they belong to");
}
