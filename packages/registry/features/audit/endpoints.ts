import { cursorField, pageSize, type Place, readCursor, writeCursor } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { readAudit } from "./read.ts";
import { AuditEntry, AuditFilter } from "./schema.ts";

const PARAMS = z.object({ slug: z.string() });

/** How many events are read at once for an export. */
const AT_ONCE = 500;

const list = defineEndpoint({
  key: "audit.list",
  params: PARAMS,
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
  params: PARAMS,
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
