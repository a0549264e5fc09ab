import { SvcError } from "@svc/core/error";
import { instantText } from "@svc/core/text";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { type Principal, userOf } from "./principal.ts";

/** Until when an account is on hold; undefined when it is not. */
export async function heldUntil(
  db: Kysely<Schema>,
  userId: string,
  now: Date,
): Promise<Date | undefined> {
  const hold = await db.selectFrom("account_hold").select("until").where("user_id", "=", userId)
    .executeTakeFirst();
  const until = hold && new Date(hold.until);
  return until !== undefined && until > now ? until : undefined;
}

/**
 * Refuses what needs a proof while the person's account is on hold, whatever it is asked with: a
 * recovery code proves less than the factor that it stands in for.
 *
 * @throws SvcError `account_on_hold`
 */
export async function assertNotOnHold(
  db: Kysely<Schema>,
  principal: Principal,
  now: Date,
): Promise<void> {
  const user = userOf(principal);
  const until = user && await heldUntil(db, user.id, now);
  if (until === undefined) return;
  throw new SvcError("account_on_hold", `The account is on hold until ${instantText(until)}`, {
    hint:
      "A recovery code was used, or the operator removed a second factor. Sign in with a factor " +
      "that the account had before to end the hold, or wait. Factors can be added, and sessions ended.",
    details: [{ path: "until", message: until.toISOString() }],
  });
}
