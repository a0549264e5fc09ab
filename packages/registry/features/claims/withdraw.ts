import { SvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";
import type {} from "../../access/store/claim_table.ts";

/**
 * Takes back an open claim of a person. The operators read it no more, and one to the same name can
 * be made again.
 *
 * @throws SvcError `not_found` when the person has no such claim; `conflict` when it is not open
 */
export async function withdrawClaim(
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
