import type { Db, Trx } from "../store/schema.ts";
import { noteEvent } from "../registry_log/note.ts";
import type { AuditAction } from "./actions.ts";
import type { Actor } from "./actor.ts";
import { logEntryOf } from "./log_entry.ts";
import type {} from "./table.ts";

/** What happened to a collective, one of its extensions, tokens or members. */
export interface AuditEvent {
  at: Date;
  action: AuditAction;
  collectiveId: string;
  extensionId?: string | undefined;
  actor: Actor;
  /** The person it is about, where that is somebody. */
  personId?: string | undefined;
  /**
   * Versions, roles, names of tokens, reasons: nothing secret, and nothing by which a person is known,
   * as it outlives their account.
   */
  details?: Readonly<Record<string, unknown>>;
  /** What the registry's log tells beside the details, and of what, where that is not as now. */
  logged?: Readonly<Record<string, unknown>> & { subject?: string };
}

/** Records an event in the transaction that does what it tells of, for the registry's log as well. */
export async function recordEvent(trx: Trx, event: AuditEvent): Promise<void> {
  const row = auditRow(event);
  await trx.insertInto("audit_event").values(row).execute();
  const { action, actor, details, collectiveId, extensionId, personId } = event;
  const { subject, ...more } = event.logged ?? {};
  const said = logEntryOf(action, { ...details, ...more }, actor);
  if (said === undefined) return;
  const { id: eventId, at } = row;
  await noteEvent(trx, { at, collectiveId, extensionId, personId, subject, eventId, said });
}

/** An id made of a digest in hexadecimal, so that the store refuses a second such event (RFC 9562, version 8). */
export function eventIdOf(digest: string): string {
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Records an event unless one with its id was: the store refuses the second, whichever server asks. */
export async function recordEventOnce(db: Db, id: string, event: AuditEvent): Promise<void> {
  await db.insertInto("audit_event").values({ ...auditRow(event), id })
    .onConflict((conflict) => conflict.column("id").doNothing()).execute();
}

/** An event as it is stored. */
function auditRow({ actor, ...event }: AuditEvent) {
  return {
    id: crypto.randomUUID(),
    at: event.at.toISOString(),
    action: event.action,
    collective_id: event.collectiveId,
    extension_id: event.extensionId ?? null,
    actor_user_id: actor.userId,
    actor_token_id: actor.tokenId,
    actor_key_id: actor.keyId,
    credential: actor.credential,
    person_user_id: event.personId ?? null,
    details: JSON.stringify(event.details ?? {}),
    network: actor.network,
    client: actor.client,
  };
}
