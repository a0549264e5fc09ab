import type { Db } from "../../access/store/schema.ts";

/** Accounts that one mail has links for: an address may be that of many, given by anybody. */
const MOST = 5;

/**
 * The accounts behind what somebody typed into "forgot password": the account of a username, or
 * those that gave an address, proven ones first. `address` is where a mail goes;
 * undefined when there is none to write to.
 */
export async function accountsBehind(db: Db, login: string) {
  const column = login.includes("@") ? "email" : "username";
  const rows = await db.selectFrom("user").select(["id", "username", "email"])
    .where(column, "=", login)
    .orderBy("emailVerified", "desc").orderBy("createdAt").orderBy("id").limit(MOST).execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const accounts = rows.flatMap(({ id, username }) => username === null ? [] : { id, username });
  return { address: first.email, accounts };
}
