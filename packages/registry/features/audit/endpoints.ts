import { cursorField, pageSize, type Place, readCursor, writeCursor } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { AuditEntry, AuditFilter } from "./schema.ts";
import { sql } from "kysely";
import type { Db } from "../../access/store/schema.ts";
import type {} from "../../access/audit/table.ts";
import { CURRENT_EPOCH } from "../../access/registry_log/current_epoch.ts";
import type {} from "../../access/registry_log/tables.ts";

/** How many events are read at once for an export. */
const AT_ONCE = 500;

const list = defineEndpoint({
  key: "audit.list",
  params: SLUG_PARAMS,
  query: AuditFilter.extend({ limit: pageSize(200, 50), cursor: cursorField }),
  response: z.object({ events: z.array(AuditEntry), nextCursor: z.string().nullable() }),
  description: "The newest first. Events are kept for 400 days, from where they were done for 90.",
  async handle(call) {
    const { services, query: { limit, cursor, ...filter } } = call;
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const { id } = membershipOf(call).collective;
    const read = await readAudit(services.db, id, filter, { before, limit: limit + 1 });
    const events = read.slice(0, limit);
    const last = read.length > limit ? events.at(-1) : undefined;
    return { events, nextCursor: last === undefined ? null : writeCursor(last) };
  },
});

const exportAll = defineEndpoint({
  key: "audit.export",
  params: SLUG_PARAMS,
  query: AuditFilter,
  response: z.unknown(),
  description: "One `AuditEntry` a line (`application/x-ndjson`), the newest first, all there are.",
  handle(call) {
    const { services, query } = call;
    const { id, slug } = membershipOf(call).collective;
    let before: Place | undefined;
    const encoder = new TextEncoder();
    const lines = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const read = await readAudit(services.db, id, query, { before, limit: AT_ONCE });
        const text = read.map((entry) => `${JSON.stringify(entry)}\n`).join("");
        if (text !== "") controller.enqueue(encoder.encode(text));
        before = read.at(-1);
        if (read.length < AT_ONCE) controller.close();
      },
    });
    return new Response(lines, {
      headers: {
        "content-type": "application/x-ndjson",
        "content-disposition": `attachment; filename="audit-${slug}.jsonl"`,
        "cache-control": "no-store",
      },
    });
  },
});

/** What an owner reads of what happened to a collective (trust 7.2). */
export const AUDIT_ENDPOINTS: readonly Endpoint[] = [list, exportAll];

/**
 * Events of a collective, the newest first. Names of people, tokens and extensions are looked up now,
 * so that those of deleted accounts are nowhere.
 *
 * @param before leaves out what is not older
 */
async function readAudit(
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
