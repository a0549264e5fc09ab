import type { Db } from "../../../platform/store/schema.ts";

/**
 * True when a person's password is still the one that is stored as `stored`; never for an account that
 * is gone. Asked behind the writing of a credential, the credential is kept or ended rightly: a change
 * of the password has either been made, or is still to end what there is.
 */
export async function isUnchanged(db: Db, userId: string, stored: string): Promise<boolean> {
  // Writing the row is the lock.
  const { numUpdatedRows } = await db.updateTable("account")
    .set((column) => ({ updatedAt: column.ref("updatedAt") }))
    .where("userId", "=", userId).where("providerId", "=", "credential")
    .where("password", "=", stored).executeTakeFirst();
  return numUpdatedRows > 0n;
}
