import type { Principal } from "../../access/credential/principal.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { warnAdmins } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";

/** What admins hear of a publisher: the kind of the mail, and of what stands in their inbox. */
export type PublisherEvent = `publisher_${
  | "added"
  | "removed"
  | "learned"
  | "disabled"
  | "expiring"
  | "unusual"}`;

/** Tells who administers a collective, in the caller's own transaction: by mail and in the inbox. */
export async function tellPublisher(
  { outbox }: Pick<Services, "outbox">,
  trx: Trx,
  kind: PublisherEvent,
  { collectiveId, at, actor, told }: {
    collectiveId: string;
    at: Date;
    /** Who did it; absent when a job or the clock did. */
    actor?: Principal;
    /** What the mail says. */
    told: Readonly<Record<string, string>> & { extension: string; place: string };
  },
): Promise<void> {
  const { extension, place: text } = told;
  await warnAdmins(outbox, trx, kind, collectiveId, told);
  await notify(trx, { kind, collectiveId, at, ...(actor && { actor }), extension, text });
}
