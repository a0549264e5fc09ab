import { migration } from "../../platform/store/migration.ts";
import { keyHash } from "../../access/credential/key_hash.ts";
import type { Db } from "../../access/store/schema.ts";
import { uniqueIndex } from "../../platform/store/columns.ts";

/**
 * Keeps the secret of an invitation's link as its hash. Until now the link was the invitation's id;
 * the links that people were given go on working.
 */
export const invitationLink = migration(async (db: Db) => {
  await db.schema.alterTable("collective_invitation").addColumn("token_hash", "text").execute();
  await uniqueIndex(db, "collective_invitation", "collective_invitation_token", "token_hash");
  const open = await db.selectFrom("collective_invitation").select("id")
    .where("email", "is not", null).execute();
  for (const { id } of open) {
    await db.updateTable("collective_invitation").set({ token_hash: keyHash(id) })
      .where("id", "=", id).execute();
  }
});
