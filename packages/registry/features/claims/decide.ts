import { SvcError } from "@svc/core/error";
import { tryParseExtensionName } from "@svc/core/name";
import type {} from "../../access/store/alias_table.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import { decideNameIn } from "../operating/names.ts";

/** What an operator decides about a claim. */
export interface ClaimDecision {
  state: "granted" | "refused";
  /** What the claimant reads. */
  note: string;
  /** The operator's account; null for a command on the server. */
  by: string | null;
}

interface DecidedClaim {
  number: number;
  name: string;
  claimant: { id: string; username: string };
}

/**
 * Decides a claim, once, and tells the claimant by inbox and mail. A granted slug is reserved for
 * everybody but the claimant; a granted name of an extension is free in its collective, which the
 * claimant must belong to. A grant takes a name from nobody.
 *
 * @returns the name
 * @throws SvcError `not_found`; `conflict` when it is decided already or withdrawn, or the name cannot
 *   be granted
 */
export async function decideClaim(
  { db, outbox, config }: Pick<Services, "db" | "outbox" | "config">,
  number: number,
  { state, note, by }: ClaimDecision,
  now: Date,
): Promise<string> {
  return await inTransaction(db, async (trx) => {
    const claim = await claimOf(trx, number);
    const { name, claimant } = claim;
    const { numUpdatedRows } = await trx.updateTable("name_claim")
      .set({ state, note, decided_by_user_id: by, decided_at: now.toISOString() })
      .where("number", "=", number).where("state", "=", "open").executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new SvcError("conflict", `Claim ${number} is already decided, or was withdrawn`, {
        hint: "Reserve or free the name on the server: npm run admin -- names",
      });
    }
    if (state === "granted") await grant(trx, config, claim, now);
    const kind = state === "granted" ? "claim_granted" : "claim_refused";
    await notify(trx, { kind, users: [claimant.id], at: now, text: `${name}: ${note}` });
    await warn(outbox, trx, "claim_decided", claimant.id, { name, state, note });
    return name;
  });
}

async function claimOf(trx: Trx, number: number): Promise<DecidedClaim> {
  const row = await trx.selectFrom("name_claim")
    .innerJoin("user", "user.id", "name_claim.claimant_user_id")
    .select(["name_claim.name", "user.id", "user.username"])
    .where("name_claim.number", "=", number).executeTakeFirst();
  if (row !== undefined) {
    return { number, name: row.name, claimant: { id: row.id, username: row.username! } };
  }
  throw new SvcError("not_found", `There is no claim ${number}`, {
    hint: "List them: npm run admin -- claims",
  });
}

async function grant(
  trx: Trx,
  config: Services["config"],
  { number, name, claimant }: DecidedClaim,
  now: Date,
): Promise<void> {
  const extension = tryParseExtensionName(name);
  const taken = extension === undefined
    ? await trx.selectFrom("collective").select("id").where("slug", "=", name).executeTakeFirst()
    : await trx.selectFrom("extension").select("name").where("name", "=", name)
      .union(trx.selectFrom("extension_alias").select("name").where("name", "=", name))
      .executeTakeFirst();
  if (taken !== undefined) throw notGranted(`'${name}' is taken, and a grant takes it from nobody`);
  const reason = `claim ${number}`;
  if (extension !== undefined) {
    const member = await trx.selectFrom("collective_member as member")
      .innerJoin("collective", "collective.id", "member.collective_id")
      .select("member.user_id").where("member.user_id", "=", claimant.id)
      .where("collective.slug", "=", extension.collective)
      .where("collective.deleted_at", "is", null).executeTakeFirst();
    if (member === undefined) {
      throw notGranted(`${claimant.username} does not belong to @${extension.collective}`);
    }
    await decideNameIn(trx, config, { name, standing: "free", reason }, now);
    return;
  }
  const earlier = await trx.selectFrom("name_decision")
    .innerJoin("name_claim as claim", "claim.number", "name_decision.claim_number")
    .innerJoin("user", "user.id", "claim.claimant_user_id")
    .select(["claim.number", "user.username"]).where("name_decision.name", "=", name)
    .executeTakeFirst();
  if (earlier !== undefined) {
    throw notGranted(`'${name}' was granted to ${earlier.username} by claim ${earlier.number}`);
  }
  const standing = "reserved";
  await decideNameIn(trx, config, { name, standing, reason, claim: number }, now);
}

function notGranted(message: string): SvcError {
  return new SvcError("conflict", message, {
    hint: "Refuse the claim, or decide about the name on the server: npm run admin -- names",
  });
}
