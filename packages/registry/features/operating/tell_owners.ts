import type { Transaction } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import type { Outbox } from "../mail/outbox.ts";
import { warn } from "../mail/warn.ts";
import type { Notice } from "../notification/notice.ts";
import { notify } from "../notification/notify.ts";

/** What an operator, or the registry by itself, did to a collective or what it owns. */
interface Told extends Notice {
  collectiveId: string;
}

/** Tells a collective in its inboxes, and its owners and admins by mail, in the caller's transaction. */
export async function tellOwners(
  outbox: Outbox,
  trx: Transaction<Schema>,
  told: Told,
): Promise<void> {
  const { kind, collectiveId, extension, text } = told;
  await notify(trx, told);
  if (!outbox.configured) return;
  const admins = await trx.selectFrom("collective_member")
    .innerJoin("collective", "collective.id", "collective_id")
    .select(["user_id", "slug"])
    .where("collective_id", "=", collectiveId).where("role", "in", ["admin", "owner"]).execute();
  for (const { user_id, slug } of admins) {
    await warn(outbox, trx, "operator_acted", user_id, {
      kind,
      collective: slug,
      ...(extension === undefined ? {} : { extension }),
      ...(text === undefined ? {} : { text }),
    });
  }
}
