import { callerOrigin } from "../../access/audit/caller_origin.ts";
import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { warn } from "../mail/warn.ts";

/**
 * Remembers with what kind of client, and from which network, an account was signed in to, and mails its
 * person when either is new. The first one of an account is nobody else's.
 */
export async function noteDevice(
  { db, now, outbox }: Pick<Services, "db" | "now" | "outbox">,
  userId: string,
  from: Parameters<typeof callerOrigin>[0],
): Promise<void> {
  const origin = callerOrigin(from);
  const device = {
    // A new release of a client is the same client.
    client: origin.client?.split("/")[0] ?? "an unknown client",
    network: origin.network ?? "an unknown network",
  };
  await inTransaction(db, async (trx) => {
    const known = await trx.selectFrom("account_device").select(["client", "network"])
      .where("user_id", "=", userId).execute();
    await trx.insertInto("account_device")
      .values({ user_id: userId, ...device, seen_at: now().toISOString() })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "client", "network"])
          .doUpdateSet({ seen_at: now().toISOString() })
      ).execute();
    const isKnown = known.some(({ client, network }) =>
      client === device.client && network === device.network
    );
    if (known.length > 0 && !isKnown) await warn(outbox, trx, "new_device", userId, device);
  });
}
