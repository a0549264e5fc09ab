import type { Db } from "../../access/store/schema.ts";
import type { StoredInstant } from "../../access/store/credential_tables.ts";

/** Seconds that a key signs; the library makes the next one when it is needed. */
export const SIGNS_SECONDS = 30 * 24 * 3600;

/** Seconds that a key is still published after that: longer than any token that it signed is good. */
export const PUBLISHED_SECONDS = 24 * 3600;

/** The provider's signing keys, in the library's own column names. */
interface SigningKeyTable {
  id: string;
  createdAt: StoredInstant;
  expiresAt: StoredInstant | null;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    jwks: SigningKeyTable;
  }
}

/** Lets keys end that were made before keys had an end, and removes those that are not published any more. */
export async function retireKeys(db: Db, now: Date): Promise<void> {
  const endless = await db.selectFrom("jwks").select(["id", "createdAt"])
    .where("expiresAt", "is", null).execute();
  for (const { id, createdAt } of endless) {
    const expiresAt = new Date(new Date(createdAt).getTime() + SIGNS_SECONDS * 1000).toISOString();
    await db.updateTable("jwks").set({ expiresAt }).where("id", "=", id).execute();
  }
  const gone = new Date(now.getTime() - PUBLISHED_SECONDS * 1000).toISOString();
  await db.deleteFrom("jwks").where("expiresAt", "<=", gone).execute();
}
