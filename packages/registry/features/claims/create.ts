import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { Principal, PrincipalUser } from "../../access/credential/principal.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import { skeletonOf } from "../operating/names.ts";
import { operatorsToTell } from "../operating/operators.ts";
import type { NewClaim } from "./schema.ts";

/**
 * Writes down that a person claims a name, and tells the operators. It is answered the same whether
 * somebody has the name or not: who asks may not know of a private collective. While an earlier claim
 * of theirs to it is open, that one is changed, and nobody is told again.
 *
 * @returns its number
 * @throws SvcError `invalid_name`; `rate_limited`; `conflict` with too many open ones
 */
export async function createClaim(
  services: Services,
  principal: Principal & { user: PrincipalUser },
  { name, grounds }: NewClaim,
): Promise<number> {
  const { id } = principal.user;
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
