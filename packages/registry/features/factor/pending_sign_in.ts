import { hashKey } from "@svc/core/key";
import { SvcError } from "@svc/core/error";
import { randomBytes } from "node:crypto";
import type { Db } from "../../access/store/schema.ts";

/** How long somebody may take to give the code, in milliseconds, and how often they may try. */
const PENDING_MS = 10 * 60_000;
const MOST_TRIES = 5;

/** Somebody whose password was right. */
export interface RightPassword {
  userId: string;
  /** The password as it is stored. */
  stored: string;
  remember: boolean;
}

/** Keeps a sign-in until its second factor comes. @returns the token to send with the code */
export async function beginPending(
  db: Db,
  { userId, stored, remember }: RightPassword,
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.insertInto("pending_sign_in").values({
    token_hash: await hashKey(token),
    user_id: userId,
    password_digest: await hashKey(stored),
    remember: remember ? 1 : 0,
    tries: 0,
    expires_at: new Date(now.getTime() + PENDING_MS).toISOString(),
  }).execute();
  return token;
}

/**
 * Counts a try at the second factor of a sign-in.
 *
 * @throws SvcError `session_expired` when the sign-in is over: too late, too many tries, or the password
 *   was changed meanwhile
 */
export async function tryPending(db: Db, token: string, now: Date): Promise<RightPassword> {
  const pending = await db.updateTable("pending_sign_in")
    .set((column) => ({ tries: column("tries", "+", 1) }))
    .where("token_hash", "=", await hashKey(token)).where("tries", "<", MOST_TRIES)
    .where("expires_at", ">", now.toISOString())
    .returning(["user_id", "password_digest", "remember"]).executeTakeFirst();
  if (pending === undefined) throw over();
  const account = await db.selectFrom("account").select("password")
    .where("userId", "=", pending.user_id).where("providerId", "=", "credential")
    .executeTakeFirst();
  const stored = account?.password ?? "";
  if (await hashKey(stored) !== pending.password_digest) throw over();
  return { userId: pending.user_id, stored, remember: pending.remember === 1 };
}

/** Whose sign-in waits. @throws SvcError `session_expired` when it is over */
export async function pendingUser(db: Db, token: string, now: Date): Promise<string> {
  const pending = await db.selectFrom("pending_sign_in").select("user_id")
    .where("token_hash", "=", await hashKey(token)).where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (pending === undefined) throw over();
  return pending.user_id;
}

/** Ends a sign-in whose second factor was right. @throws SvcError `session_expired` the second time */
export async function endPending(db: Db, token: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom("pending_sign_in")
    .where("token_hash", "=", await hashKey(token)).executeTakeFirst();
  if (numDeletedRows === 0n) throw over();
}

function over(): SvcError {
  return new SvcError("session_expired", "This sign-in is over", {
    hint: "Sign in with your password again.",
  });
}
