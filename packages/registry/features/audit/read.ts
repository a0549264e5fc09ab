import type { Place } from "@svc/http/input";
import { sql } from "kysely";
import type { Db } from "../../access/store/schema.ts";
import type {} from "../../access/audit/table.ts";
import { CURRENT_EPOCH } from "../../access/registry_log/current_epoch.ts";
import type {} from "../../access/registry_log/tables.ts";
import type { AuditEntry, AuditFilter } from "./schema.ts";

/**
 * Events of a collective, the newest first. Names of people, tokens and extensions are looked up now,
 * so that those of deleted accounts are nowhere.
 *
 * @param before leaves out what is not older
 */
export async function readAudit(
  db: Db,
  collectiveId: string,
  filter: AuditFilter,
  { before, limit }: { before: Place | undefined; limit: number },
): Promise<AuditEntry[]> {
  let query = db.selectFrom("audit_event as event")
    .leftJoin("user as actor", "actor.id", "event.actor_user_id")
    .leftJoin("user as person", "person.id", "event.person_user_id")
    .leftJoin("collective_token as token", "token.id", "event.actor_token_id")
    .leftJoin("apikey as key", "key.id", "event.actor_key_id")
    .leftJoin("extension", "extension.id", "event.extension_id")
    .leftJoin("log_leaf as logged", (join) =>
      join.onRef("logged.event_id", "=", "event.id")
        .on("logged.epoch", "=", CURRENT_EPOCH))
    .where("event.collective_id", "=", collectiveId)
    .select(["event.id", "event.at", "event.action", "event.credential", "event.details"])
    .select(["event.network", "event.client", "extension.name as extension"])
    .select(["actor.username as actor", "person.username as person", "token.name as token"])
    .select(["key.start as keyStart", "logged.idx as logIndex"])
    .orderBy("event.at", "desc").orderBy("event.id", "desc").limit(limit);
  if (before !== undefined) {
    query = query.where(sql<boolean>`(event.at, event.id) < (${before.at}, ${before.id})`);
  }
  const { action, extension, username } = filter;
  if (action !== undefined) query = query.where("event.action", "=", action);
  if (extension !== undefined) query = query.where("extension.name", "=", extension);
  if (username !== undefined) {
    query = query.where((where) =>
      where.or([where("actor.username", "=", username), where("person.username", "=", username)])
    );
  }
  const rows = await query.execute();
  return rows.map(({ credential, actor, token, keyStart, details, ...row }) => ({
    ...row,
    by: { credential, username: actor, token, keyStart },
    details: JSON.parse(details),
  }));
}
