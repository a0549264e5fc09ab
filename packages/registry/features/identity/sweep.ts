import type { Db } from "../../access/store/schema.ts";

/** How long it is remembered from where an account was signed in to: 180 days. */
const DEVICE_MS = 180 * 86_400_000;

/**
 * Removes what can no longer be used: sessions, exchanged sessions, pending sign-ins, challenges and
 * device codes past their time, and invitations nobody answered. Each is refused by its time already;
 * this only keeps the store small.
 *
 * @returns how many rows went
 */
export async function sweepExpired(db: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const removed = [
    await db.deleteFrom("session").where("expiresAt", "<=", at).executeTakeFirst(),
    await db.deleteFrom("deviceCode").where("expiresAt", "<=", at).executeTakeFirst(),
    await db.deleteFrom("exchange_session").where("expires_at", "<=", at).executeTakeFirst(),
    await db.deleteFrom("pending_sign_in").where("expires_at", "<=", at).executeTakeFirst(),
    await db.deleteFrom("proof_challenge").where("expires_at", "<=", at).executeTakeFirst(),
    await db.deleteFrom("account_device")
      .where("seen_at", "<=", new Date(now.getTime() - DEVICE_MS).toISOString()).executeTakeFirst(),
    await db.deleteFrom("account_hold").where("until", "<=", at).executeTakeFirst(),
    await db.deleteFrom("collective_invitation").where("expires_at", "<=", at).executeTakeFirst(),
  ];
  return removed.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
