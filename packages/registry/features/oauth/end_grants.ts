import type { Db } from "../../access/store/schema.ts";
import type {} from "./tables.ts";

/**
 * Ends what a person gave to applications and devices, in the caller's transaction: tokens, and codes
 * that are not redeemed yet, which would become tokens or a session. Signed access tokens run out by
 * themselves, within an hour.
 */
export async function endGrants(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("deviceCode").where("userId", "=", userId).execute();
  await trx.deleteFrom("oauthAccessToken").where("userId", "=", userId).execute();
  await trx.deleteFrom("oauthRefreshToken").where("userId", "=", userId).execute();
  // Codes of applications, which name the person inside.
  await trx.deleteFrom("verification").where("value", "like", `%${userId}%`).execute();
}
