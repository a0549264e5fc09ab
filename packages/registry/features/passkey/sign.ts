import { isSvcError, SvcError } from "@svc/core/error";
import { Buffer } from "node:buffer";
import { personActor, recordFailedProof } from "../../access/audit/account.ts";
import type { CallerOrigin } from "../../access/audit/caller_origin.ts";
import type { PasskeyTable } from "../../access/store/factor_tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { endHoldByFactor } from "../factor/mod.ts";
import type { Question, SignedCredential } from "./answer.ts";
import {
  type Action,
  type Asked,
  CHALLENGE_MS,
  giveChallenge,
  takeChallenge,
} from "./challenge.ts";
import { ownRelyingParty, type PasskeyContext, wrongAnswer } from "./context.ts";
import { descriptorsOf } from "./descriptor.ts";
import { isFromFrame } from "./frame.ts";
import type { RelyingParty } from "../../access/credential/relying_party.ts";

/** A passkey that answered, and whose it is. */
export interface RightPasskey {
  userId: string;
  passkeyId: string;
  /** Its public key as COSE (RFC 9052), in base64url. */
  publicKey: string;
  /** What the challenge was for, where that was one action. */
  action: Action | undefined;
}

/**
 * What a browser needs to have a challenge signed: by any passkey of the account, or, where no account
 * is known yet, by one that the person chooses.
 *
 * @param statement what it is signed for alone, if that is one action
 * @throws SvcError `rule_refused` when the account has none that works here
 */
export async function askPasskey(
  context: PasskeyContext,
  asked: Asked,
  statement?: string,
): Promise<Question> {
  const { db, now } = context;
  const party = ownRelyingParty(context);
  const { userId } = asked;
  const allowed = userId === undefined ? [] : await descriptorsOf(db, userId, party);
  if (userId !== undefined && allowed.length === 0) {
    throw new SvcError("rule_refused", "This account has no passkey for this registry", {
      hint: `Use a code. Passkeys are added on ${party.origin}/account/security.`,
    });
  }
  const { challengeId, challenge } = await giveChallenge(db, asked, now(), statement);
  return {
    challengeId,
    options: {
      challenge,
      rpId: party.id,
      allowCredentials: allowed,
      userVerification: "required",
      timeout: CHALLENGE_MS,
    },
  };
}

/**
 * Checks what a passkey signed. Each challenge takes one answer. A passkey that an account on hold had
 * before ends the hold.
 *
 * @throws SvcError `second_factor_wrong`
 */
export async function takeSigned(
  context: PasskeyContext,
  asked: Asked,
  { challengeId, response }: { challengeId: string; response: SignedCredential },
  origin: CallerOrigin,
): Promise<RightPasskey> {
  const { db } = context;
  const party = ownRelyingParty(context);
  const question = await takeChallenge(db, challengeId, asked, context.now());
  try {
    const right = await checkSigned(context, party, question, response, origin);
    return { ...right, action: question.action };
  } catch (error) {
    // Where none was named, the passkey that was wrong is nobody's.
    if (question.userId !== undefined && isSvcError(error)) {
      await recordFailedProof(context, personActor(question.userId, origin));
    }
    throw error;
  }
}

async function checkSigned(
  context: PasskeyContext,
  party: RelyingParty,
  { challenge, userId }: { challenge: string; userId: string | undefined },
  response: SignedCredential,
  origin: CallerOrigin,
): Promise<Omit<RightPasskey, "action">> {
  const { db } = context;
  const now = context.now();
  const passkey = await db.selectFrom("passkey").selectAll()
    .where("credential_id", "=", response.id).where("rp_id", "=", party.id).executeTakeFirst();
  if (passkey === undefined || userId !== undefined && passkey.user_id !== userId) {
    throw wrongAnswer();
  }
  const { handle } = await db.selectFrom("passkey_account").select("handle")
    .where("user_id", "=", passkey.user_id).executeTakeFirstOrThrow();
  const given = response.response.userHandle;
  // Whoever chose among the passkeys of a device says whose it is; others may leave it out.
  if (given === undefined ? userId === undefined : given !== handle) throw wrongAnswer();
  const counter = await newCounter(passkey, response, challenge, party);
  await inTransaction(db, async (trx) => {
    // The row decides between two answers that a copied passkey could give at the same time.
    const { numUpdatedRows } = await trx.updateTable("passkey")
      .set({ counter, last_used_at: now.toISOString() })
      .where("id", "=", passkey.id).where("counter", "=", passkey.counter).executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongAnswer();
    await endHoldByFactor(context, trx, personActor(passkey.user_id, origin), passkey.created_at);
  });
  const { user_id: owner, id: passkeyId, public_key: publicKey } = passkey;
  return { userId: owner, passkeyId, publicKey };
}

/** The counter behind a right signature. @throws SvcError `second_factor_wrong` */
async function newCounter(
  { credential_id, public_key, counter }: PasskeyTable,
  response: SignedCredential,
  challenge: string,
  party: RelyingParty,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    if (isFromFrame(response.response.clientDataJSON)) throw new Error("from another site's frame");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
        counter: Number(counter),
      },
    });
    if (!verified || !authenticationInfo.userVerified) throw new Error("not verified");
    return authenticationInfo.newCounter;
  } catch (error) {
    throw wrongAnswer(error);
  }
}
