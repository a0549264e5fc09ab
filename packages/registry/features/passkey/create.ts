import { SvcError } from "@svc/core/error";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { type PersonActor, recordAccountEvent } from "../../access/audit/account.ts";
import { recordProof } from "../../access/credential/proof.ts";
import type { PasskeyTable } from "../../access/store/factor_tables.ts";
import type { Db } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { replaceRecoveryCodes } from "../factor/mod.ts";
import { warn } from "../mail/warn.ts";
import type { CreatedCredential, Question } from "./answer.ts";
import { CHALLENGE_MS, giveChallenge, takeChallenge } from "./challenge.ts";
import { ownRelyingParty, type PasskeyContext, wrongAnswer } from "./context.ts";
import { descriptorsOf } from "./descriptor.ts";
import { providerOf } from "./provider.ts";
import { isFromFrame } from "./frame.ts";
import type { RelyingParty } from "../../access/credential/relying_party.ts";

/** Passkeys of a person. */
const MOST = 20;

/** EdDSA, ES256 and RS256 (IANA's registry of COSE algorithms): what authenticators in use have. */
const ALGORITHMS = [-8, -7, -257];

/** The session that adds a passkey. */
export interface Adding {
  user: { id: string; username: string };
  sessionId: string;
}

/** Who adds it, for the audit log. */
interface AddingActor extends Adding {
  actor: PersonActor;
}

/** What a browser needs to create a passkey. @throws SvcError `rule_refused` */
export async function beginPasskey(
  context: PasskeyContext,
  { user, sessionId }: Adding,
): Promise<Question> {
  const { db, now } = context;
  const party = ownRelyingParty(context);
  const known = await descriptorsOf(db, user.id, party);
  const asked = { purpose: "create", userId: user.id, sessionId } as const;
  const { challengeId, challenge } = await giveChallenge(db, asked, now());
  return {
    challengeId,
    options: {
      challenge,
      rp: { id: party.id, name: new URL(party.origin).host },
      user: { id: await handleOf(db, user.id), name: user.username, displayName: user.username },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      attestation: "none",
      excludeCredentials: known,
      timeout: CHALLENGE_MS,
    },
  };
}

/**
 * Makes what an authenticator created the account's. An account without recovery codes gets some.
 *
 * @returns the recovery codes, when they are new
 * @throws SvcError `second_factor_wrong`, `conflict` for a passkey that is known,
 *   `rule_refused` for one too many
 */
export async function createPasskey(
  context: PasskeyContext,
  { user, sessionId, actor }: AddingActor,
  given: { challengeId: string; response: CreatedCredential; name?: string | undefined },
): Promise<{ passkey: PasskeyTable; recoveryCodes: string[] | undefined }> {
  const { db, outbox } = context;
  const party = ownRelyingParty(context);
  const now = context.now();
  const asked = { purpose: "create", userId: user.id, sessionId } as const;
  const { challenge } = await takeChallenge(db, given.challengeId, asked, now);
  const key = await keyOf(given.response, challenge, party);
  const name = given.name?.trim();
  const passkey = {
    ...key,
    id: crypto.randomUUID(),
    user_id: user.id,
    rp_id: party.id,
    name: name ? name : providerOf(key.aaguid) ?? "Passkey",
    created_at: now.toISOString(),
    last_used_at: null,
  };
  try {
    return await inTransaction(db, async (trx) => {
      const { held } = await trx.selectFrom("passkey").where("user_id", "=", user.id)
        .select(({ fn }) => fn.countAll<number>().as("held")).executeTakeFirstOrThrow();
      if (Number(held) >= MOST) {
        throw new SvcError("rule_refused", `An account has at most ${MOST} passkeys`, {
          hint: "Remove one that you do not use any more.",
        });
      }
      await trx.insertInto("passkey").values(passkey).execute();
      await recordProof(trx, sessionId, "passkey", now);
      await warn(outbox, trx, "factor_added", user.id, { passkey: passkey.name });
      await recordAccountEvent(trx, {
        userId: user.id,
        action: "factor.added",
        at: now,
        actor,
        details: { factor: "passkey" },
      });
      const left = await trx.selectFrom("recovery_code").select("code_hash")
        .where("user_id", "=", user.id).executeTakeFirst();
      const recoveryCodes = left ? undefined : await replaceRecoveryCodes(trx, user.id, now);
      return { passkey, recoveryCodes };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new SvcError("conflict", "This passkey was added before", {
      hint: "Use it, or create another one with another authenticator.",
    });
  }
}

/** The key in an authenticator's answer. @throws SvcError `second_factor_wrong` */
async function keyOf(response: CreatedCredential, challenge: string, party: RelyingParty) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  try {
    // Nothing here parses certificates that a stranger sends, or follows what is in them: who made the
    // authenticator was not asked for.
    const bytes = new Uint8Array(Buffer.from(response.response.attestationObject, "base64url"));
    const attestation = decodeAttestationObject(bytes);
    const isSelf = attestation.get("fmt") === "packed" && !attestation.get("attStmt").get("x5c");
    if (attestation.get("fmt") !== "none" && !isSelf) throw new Error("an unasked attestation");
    if (isFromFrame(response.response.clientDataJSON)) throw new Error("from another site's frame");
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) throw new Error("not verified");
    const { credential, aaguid, credentialBackedUp } = registrationInfo;
    if (credential.id !== response.id) throw new Error("another credential's id");
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: JSON.stringify(response.response.transports),
      synced: credentialBackedUp ? 1 : 0,
      aaguid,
    };
  } catch (error) {
    throw wrongAnswer(error);
  }
}

/** What authenticators know an account by; made once. */
async function handleOf(db: Db, userId: string): Promise<string> {
  await db.insertInto("passkey_account")
    .values({ user_id: userId, handle: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("user_id").doNothing()).execute();
  const { handle } = await db.selectFrom("passkey_account").select("handle")
    .where("user_id", "=", userId).executeTakeFirstOrThrow();
  return handle;
}
