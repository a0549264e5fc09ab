import type { Transaction } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import type { Actor } from "./actor.ts";
import type {} from "./tables.ts";

/** What happened to an extension, for the record. */
export interface AuditEvent {
  at: Date;
  action:
    | "published"
    | "yanked"
    | "unyanked"
    | "deprecated"
    | "undeprecated"
    | "promoted"
    | "edited"
    | "rescored";
  collectiveId: string;
  extensionId: string;
  actor: Actor;
  /** Versions, channels, reasons: nothing secret. */
  details: Readonly<Record<string, unknown>>;
}

/** Records an event in the transaction that does what it tells of. */
export async function recordEvent(trx: Transaction<Schema>, event: AuditEvent): Promise<void> {
  await trx.insertInto("audit_event").values({
    id: crypto.randomUUID(),
    at: event.at.toISOString(),
    action: event.action,
    collective_id: event.collectiveId,
    extension_id: event.extensionId,
    actor_user_id: event.actor.userId,
    actor_token_id: event.actor.tokenId,
    credential: event.actor.credential,
    details: JSON.stringify(event.details),
  }).execute();
}
