import { hashKey } from "@svc/core/key";
import { SvcError } from "@svc/core/error";
import { challengeOf } from "@svc/core/approval";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import type { ChallengePurpose } from "../../access/store/factor_tables.ts";
import type { Db } from "../../access/store/schema.ts";

/** How long an authenticator may take, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

/** Who is asked, and what for. */
export interface Asked {
  purpose: ChallengePurpose;
  /** Absent when the passkey is to say who signs in. */
  userId?: string | undefined;
  /** The session that asks; absent for a sign-in. */
  sessionId?: string;
}

/** One action that a challenge is for, and nothing else. */
export interface Action {
  /** 32 random bytes in base64url. */
  nonce: string;
  /** What is done to what, to the bytes. */
  statement: string;
}

/** What goes out to be signed, and what to send back with the answer. */
export interface Challenge {
  challengeId: string;
  /** 32 random bytes in base64url. */
  challenge: string;
}

/**
 * Makes a challenge that can be answered once, within five minutes.
 *
 * @param statement what it is for alone: the challenge is made of it (`challengeOf`)
 */
export async function giveChallenge(
  db: Db,
  { purpose, userId, sessionId }: Asked,
  now: Date,
  statement?: string,
): Promise<Challenge> {
  const [challengeId, nonce] = [randomBytes(24), randomBytes(32)]
    .map((bytes) => bytes.toString("base64url")) as [string, string];
  const action: Action | undefined = statement === undefined ? undefined : { nonce, statement };
  const challenge = action === undefined
    ? nonce
    : await challengeOf(Buffer.from(nonce, "base64url"), action.statement);
  await db.insertInto("proof_challenge").values({
    id_hash: await hashKey(challengeId),
    user_id: userId ?? null,
    session_id: sessionId ?? null,
    purpose,
    challenge,
    ...(action === undefined ? {} : { action: JSON.stringify(action) }),
    expires_at: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
  }).execute();
  return { challengeId, challenge };
}

/**
 * Takes a challenge that is being answered: no other answer to it counts, right or wrong.
 *
 * @throws SvcError `second_factor_wrong` for one that is too old or answered, and for one of somebody
 *   else, of another session or for something else
 */
export async function takeChallenge(
  db: Db,
  challengeId: string,
  { purpose, userId, sessionId }: Asked,
  now: Date,
): Promise<{ challenge: string; userId: string | undefined; action: Action | undefined }> {
  let query = db.deleteFrom("proof_challenge").where("id_hash", "=", await hashKey(challengeId))
    .where("purpose", "=", purpose).where("expires_at", ">", now.toISOString())
    .where("session_id", sessionId === undefined ? "is" : "=", sessionId ?? null);
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  const taken = await query.returning(["challenge", "user_id", "action"]).executeTakeFirst();
  if (taken !== undefined) {
    const { challenge, user_id, action } = taken;
    return {
      challenge,
      userId: user_id ?? undefined,
      action: action === null ? undefined : JSON.parse(action) as Action,
    };
  }
  throw new SvcError("second_factor_wrong", "This took too long, or was answered before", {
    hint: "Begin again, and answer within five minutes.",
  });
}
