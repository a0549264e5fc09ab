import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { NUMBER_PARAMS } from "../../access/endpoint/params.ts";
import { listOwnClaims } from "./list.ts";
import { Claim, NewClaim } from "./schema.ts";
import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { personOf, type Principal } from "../../access/credential/principal.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import { skeletonOf } from "../operating/names.ts";
import { operatorsToTell } from "../operating/operators.ts";

const create = defineEndpoint({
  key: "claims.create",
  description:
    "The operators of the registry are told, and decide. It is answered the same whether somebody " +
    "has the name or not. A second claim to a name while the first is open replaces its grounds.",
  body: NewClaim,
  response: z.object({ number: z.int() }),
  errors: ["invalid_name", "conflict", "rate_limited"],
  async handle({ services, principal, body }) {
    return { number: await createClaim(services, principal, body) };
  },
});

const list = defineEndpoint({
  key: "claims.list",
  response: z.object({ claims: z.array(Claim) }),
  async handle({ services, principal }) {
    return { claims: await listOwnClaims(services.db, personOf(principal).id) };
  },
});

const withdraw = defineEndpoint({
  key: "claims.withdraw",
  params: NUMBER_PARAMS,
  response: z.object({ withdrawn: z.literal(true) }),
  errors: ["not_found", "conflict"],
  async handle({ services, principal, params }) {
    await withdrawClaim(services, personOf(principal).id, Number(params.number), services.now());
    return { withdrawn: true as const };
  },
});

/** Claims to names. */
export const CLAIM_ENDPOINTS: readonly Endpoint[] = [create, list, withdraw];

/**
 * Writes down that a person claims a name, and tells the operators. It is answered the same whether
 * somebody has the name or not: who asks may not know of a private collective. While an earlier claim
 * of theirs to it is open, that one is changed, and nobody is told again.
 *
 * @returns its number
 * @throws SvcError `invalid_name`; `rate_limited`; `conflict` with too many open ones
 */
async function createClaim(
  services: Services,
  principal: Principal,
  { name, grounds }: NewClaim,
): Promise<number> {
  const { id } = personOf(principal);
  await services.auth.limits.claim(id);
  skeletonOf(name);
  const at = services.now();
  const { number, isNew } = await inTransaction(services.db, async (trx) => {
    await holdCredential(trx, principal);
    const open = await trx.updateTable("name_claim").set({ grounds })
      .where("claimant_user_id", "=", id).where("name", "=", name).where("state", "=", "open")
      .returning("number").executeTakeFirst();
    if (open !== undefined) return { ...open, isNew: false };
    const others = await trx.selectFrom("name_claim").select("number")
      .where("claimant_user_id", "=", id).where("state", "=", "open").execute();
    if (others.length >= LIMITS.openClaims) {
      throw new SvcError("conflict", `You have ${others.length} open claims`, {
        hint: "Wait for the operator's decision about one of them; they are listed at /claim.",
      });
    }
    const made = await trx.insertInto("name_claim").values({
      name,
      claimant_user_id: id,
      grounds,
      state: "open",
      created_at: at.toISOString(),
      decided_by_user_id: null,
      decided_at: null,
      note: null,
    }).returning("number").executeTakeFirstOrThrow();
    const users = await operatorsToTell(trx, services.config.admins);
    if (users.length > 0) await notify(trx, { kind: "claim_received", users, at, text: name });
    for (const user of users) {
      await warn(services.outbox, trx, "claim_received", user, {
        name,
        number: String(made.number),
      });
    }
    return { ...made, isNew: true };
  });
  if (isNew) services.log.warn("claim.received", { number, name });
  return number;
}

/**
 * Takes back an open claim of a person. The operators read it no more, and one to the same name can
 * be made again.
 *
 * @throws SvcError `not_found` when the person has no such claim; `conflict` when it is not open
 */
async function withdrawClaim(
  { db }: Pick<Services, "db">,
  userId: string,
  number: number,
  now: Date,
): Promise<void> {
  // The row decides between this and an operator at the same time.
  const { numUpdatedRows } = await db.updateTable("name_claim")
    .set({ state: "withdrawn", decided_at: now.toISOString() })
    .where("number", "=", number).where("claimant_user_id", "=", userId)
    .where("state", "=", "open").executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const own = await db.selectFrom("name_claim").select("state")
    .where("number", "=", number).where("claimant_user_id", "=", userId).executeTakeFirst();
  if (own === undefined) {
    throw new SvcError("not_found", `You made no claim ${number}`, {
      hint: "Your claims are listed at /claim.",
    });
  }
  throw new SvcError("conflict", `Claim ${number} is already ${own.state}`, {
    hint: "Only a claim that is open can be withdrawn.",
  });
}
