import { SvcError } from "@svc/core/error";
import { inTransaction } from "../../platform/store/transaction.ts";
import { type PersonActor, recordAccountEvent } from "../../access/audit/account.ts";
import { recordProof } from "../../access/credential/proof.ts";
import { warn } from "../mail/warn.ts";
import { toBase32 } from "./base32.ts";
import { type FactorContext, sealedFor } from "./check.ts";
import { keepFormerApp } from "./hold.ts";
import { replaceRecoveryCodes } from "./recovery_codes.ts";
import { seal, unseal } from "./seal.ts";
import { generateSecret, otpauthUrl, stepOf } from "./totp.ts";

/** How long somebody may take to set an app up, in milliseconds. */
const OFFER_MS = 15 * 60_000;

/** A secret for an app that is not the account's yet. */
export interface Offer {
  /** For typing in: base32. */
  secret: string;
  /** For a picture: `otpauth://…`. */
  url: string;
  /** To be sent back with the first code: the secret, sealed. Nothing is stored until then. */
  offer: string;
}

/** Offers a secret to an account. */
export function offerTotp(
  { config, now }: Pick<FactorContext, "now"> & { config: { secret: string; baseUrl: string } },
  { id, username }: { id: string; username: string },
): Offer {
  const secret = generateSecret();
  const until = new DataView(new ArrayBuffer(8));
  until.setBigUint64(0, BigInt(now().getTime() + OFFER_MS));
  const bytes = new Uint8Array([...new Uint8Array(until.buffer), ...secret]);
  return {
    secret: toBase32(secret),
    url: otpauthUrl(secret, username, new URL(config.baseUrl).host),
    offer: seal(config.secret, `offer ${id}`, bytes),
  };
}

/**
 * Makes an offered secret the account's, once the app shows the right code for it. It takes the place of
 * one that there is. An account without recovery codes gets some.
 *
 * @returns the recovery codes, when they are new
 * @throws SvcError `validation_failed` for an offer that is too old or another account's,
 *   `second_factor_wrong`
 */
export async function confirmTotp(
  context: FactorContext,
  { actor, sessionId }: { actor: PersonActor; sessionId: string },
  { offer, code }: { offer: string; code: string },
): Promise<string[] | undefined> {
  const { config, db, outbox } = context;
  const { userId } = actor;
  const now = context.now();
  const secret = openOffer(config.secret, userId, offer, now);
  const step = stepOf(secret, code.replaceAll(/\s/g, ""), now, -1);
  if (step === undefined) {
    throw new SvcError("second_factor_wrong", "The code is wrong", {
      hint: "Give the code that the app shows now. If it never fits, compare the clocks.",
    });
  }
  return await inTransaction(db, async (trx) => {
    const totp = {
      secret: seal(config.secret, sealedFor(userId), secret),
      added_at: now.toISOString(),
      last_step: step,
      failures: 0,
      locked_until: null,
    };
    await keepFormerApp(trx, userId, now);
    await trx.insertInto("totp").values({ user_id: userId, ...totp })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(totp)).execute();
    await recordProof(trx, sessionId, "totp", now);
    await warn(outbox, trx, "factor_added", userId);
    const details = { factor: "app" };
    await recordAccountEvent(trx, { userId, action: "factor.added", at: now, actor, details });
    const left = await trx.selectFrom("recovery_code").select("code_hash")
      .where("user_id", "=", userId).executeTakeFirst();
    return left === undefined ? await replaceRecoveryCodes(trx, userId, now) : undefined;
  });
}

function openOffer(serverSecret: string, userId: string, offer: string, now: Date): Uint8Array {
  const bytes = unseal(serverSecret, `offer ${userId}`, offer);
  const until = bytes && new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  if (bytes === undefined || until === undefined || until < BigInt(now.getTime())) {
    throw new SvcError("validation_failed", "This secret is too old", {
      hint: "Begin again, and give the code within a quarter of an hour.",
      details: [{ path: "offer", message: "is too old, or not of this account" }],
    });
  }
  return bytes.subarray(8);
}
