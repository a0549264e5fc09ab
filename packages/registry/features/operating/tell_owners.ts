import type { Trx } from "../../access/store/schema.ts";
import type { Outbox } from "../mail/outbox.ts";
import { warnAdmins } from "../mail/warn.ts";
import type { Notice } from "../notification/notice.ts";
import { notify } from "../notification/notify.ts";

/** What an operator, or the registry by itself, did to a collective or what it owns. */
interface Told extends Notice {
  collectiveId: string;
}

/** Tells a collective in its inboxes, and its owners and admins by mail, in the caller's transaction. */
export async function tellOwners(outbox: Outbox, trx: Trx, told: Told): Promise<void> {
  const { kind, collectiveId, extension, version, text } = told;
  await notify(trx, told);
  await warnAdmins(outbox, trx, "operator_acted", collectiveId, {
    kind,
    ...(extension === undefined ? {} : { extension: shownSubject(extension, version) }),
    ...(text === undefined ? {} : { text }),
  });
}

/** An extension, or a version of it, as it is written. */
export function shownSubject(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name}@${version}`;
}
