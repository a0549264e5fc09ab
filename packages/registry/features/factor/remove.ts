import { hasFactor } from "../../access/credential/proof.ts";
import type { Db } from "../../access/store/schema.ts";

/**
 * Removes the authenticator app of an account, in the caller's transaction.
 *
 * @returns false when there was no app
 */
export async function removeTotp(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("totp").where("user_id", "=", userId)
    .executeTakeFirst();
  await dropUnusedCodes(trx, userId);
  return numDeletedRows > 0n;
}

/**
 * Takes what an account has by its factors once the last one went: the recovery codes, which stand in
 * for one, and the operator's mark. Else whoever has its password adds a factor of their own, and is an
 * operator.
 */
export async function dropUnusedCodes(trx: Db, userId: string): Promise<void> {
  if (await hasFactor(trx, userId)) return;
  await trx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await trx.deleteFrom("operator_user").where("user_id", "=", userId).execute();
}

/**
 * Removes every factor of an account, with its recovery codes, in the caller's transaction.
 *
 * @returns false when there was none
 */
export async function removeFactors(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("passkey").where("user_id", "=", userId)
    .executeTakeFirst();
  return await removeTotp(trx, userId) || numDeletedRows > 0n;
}
