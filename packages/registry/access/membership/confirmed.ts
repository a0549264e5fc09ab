import { SvcError } from "@svc/core/error";
import { type Principal, userOf } from "../credential/principal.ts";
import type { Services } from "../services.ts";

/**
 * Where the operator wants it, only people who have confirmed their address publish. A collective's
 * token publishes for the collective, whose admins made it.
 *
 * @throws SvcError `forbidden`
 */
export async function assertConfirmed(
  { db, config }: Pick<Services, "db" | "config">,
  principal: Principal,
): Promise<void> {
  const user = userOf(principal);
  if (!config.confirmedPublishers || user === undefined) return;
  const row = await db.selectFrom("user").select("emailVerified").where("id", "=", user.id)
    .executeTakeFirst();
  if (row?.emailVerified) return;
  throw new SvcError("forbidden", "Publishing here needs a confirmed e-mail address", {
    hint: `Confirm yours at ${config.baseUrl}/account/address.`,
  });
}
