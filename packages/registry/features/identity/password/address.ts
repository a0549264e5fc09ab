import type { Db } from "../../../platform/store/schema.ts";
import { type HashPassword, newSalt, saltOf } from "./hash.ts";

/** An address as it is compared: two spellings of the same letters are one. */
export function canonicalAddress(email: string): string {
  return email.toLowerCase();
}

/**
 * The salt of every account that gave this address; undefined when none did. An address is not
 * proven, so several accounts may give the same one. With one salt for all of them, a sign-in by
 * address is one slow hash and one look-up however many there are, and its time tells nothing.
 */
export async function saltOfAddress(db: Db, email: string): Promise<string | undefined> {
  const row = await credentials(db).where("user.email", "=", email)
    .select("account.password").orderBy("user.createdAt").orderBy("user.id").executeTakeFirst();
  return row?.password == null ? undefined : saltOf(row.password);
}

/**
 * The account that gave this address and has this password; the oldest, when several have both.
 *
 * @param hash makes the stored form of a password; called once whatever is found
 */
export async function findByAddress(
  db: Db,
  email: string,
  password: string,
  hash: HashPassword,
): Promise<{ id: string; stored: string } | undefined> {
  const salt = await saltOfAddress(db, email) ?? newSalt();
  const stored = await hash(password, salt);
  const row = await credentials(db).where("user.email", "=", email)
    .where("account.password", "=", stored)
    .select("user.id").orderBy("user.createdAt").orderBy("user.id").executeTakeFirst();
  return row && { id: row.id, stored };
}

function credentials(db: Db) {
  return db.selectFrom("user").innerJoin("account", "account.userId", "user.id")
    .where("account.providerId", "=", "credential");
}
