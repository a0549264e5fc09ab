import { SvcError } from "@svc/core/error";
import { setSessionCookie } from "better-auth/cookies";
import type { GenericEndpointContext, User } from "better-auth";
import { type Factor, factorsOf, recordProof } from "../../../access/credential/proof.ts";
import type { ProofMethod } from "../../../access/store/factor_tables.ts";
import type { Db } from "../../../access/store/schema.ts";
import { beginPending, type RightPassword } from "../../factor/mod.ts";
import type { RightPasskey } from "../../passkey/mod.ts";
import { refusal } from "./refusal.ts";
import { isUnchanged } from "./unchanged.ts";

/** What opening a session needs. */
export interface SessionContext {
  db: Db;
  now(): Date;
}

/** A password that was found to be right, and what the form said of the session. */
export function signingIn(
  { id, stored }: { id: string; stored: string },
  rememberMe: boolean | undefined,
): RightPassword {
  return { userId: id, stored, remember: rememberMe !== false };
}

/** A session that was made, and whose it is. */
interface Opened {
  token: string;
  user: User;
}

/** What every way of signing in answers, but the library's own. */
export function signInAnswer({ token, user }: Opened) {
  const { id, email, name, username } = user as User & { username: string };
  return { token, user: { id, email, name, username } };
}

/** What was found to be right, and for how long the session is. */
export type Proven = RightPassword | RightPasskey & { remember: boolean };

/**
 * Makes the session of somebody whose password or passkey was found to be right. That takes a slow
 * hash, and who changes the password meanwhile ends all sessions that there are: one made after that
 * with the old password would live on. So the password is looked at again once the session is there,
 * and so is whether the account has a second factor: no way of signing in goes around it. A passkey is
 * one, and its authenticator verified who used it; it must still be the account's.
 *
 * @param by the last thing that was proved
 * @returns undefined when there is no such account any more, the password is another one by now, or
 *   the passkey was removed
 * @throws APIError `second_factor_required`, with the token of the pending sign-in in its details
 */
export async function openSession(
  ctx: GenericEndpointContext,
  { db, now }: SessionContext,
  proven: Proven,
  by: ProofMethod,
): Promise<Opened | undefined> {
  const { internalAdapter } = ctx.context;
  const { userId, remember } = proven;
  const user = await internalAdapter.findUserById(userId);
  if (!user) return undefined;
  const session = await internalAdapter.createSession(userId, !remember);
  const isRight = "stored" in proven
    ? await isUnchanged(db, userId, proven.stored)
    : await isHeld(db, proven.passkeyId);
  if (!isRight) {
    await internalAdapter.deleteSession(session.token);
    return undefined;
  }
  const factors = "stored" in proven && by === "password" ? await factorsOf(db, userId) : [];
  if ("stored" in proven && factors.length > 0) {
    await internalAdapter.deleteSession(session.token);
    throw await askForFactor(db, proven, factors, now());
  }
  await recordProof(db, session.id, by, now());
  await setSessionCookie(ctx, { session, user }, !remember);
  return { token: session.token, user };
}

async function isHeld(db: Db, passkeyId: string): Promise<boolean> {
  return await db.selectFrom("passkey").select("id").where("id", "=", passkeyId)
    .executeTakeFirst() !== undefined;
}

async function askForFactor(db: Db, proven: RightPassword, factors: readonly Factor[], now: Date) {
  const pending = await beginPending(db, proven, now);
  return refusal(
    new SvcError("second_factor_required", "This account has a second factor", {
      hint: "Send this token and a code to POST /api/auth/sign-in/second-factor. A client that " +
        "does not ask for the code signs in with the browser: svc auth login.",
      details: [
        { path: "pending", message: pending },
        { path: "factors", message: factors.join(" ") },
      ],
    }),
  );
}
