import { LogEntries } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { logOf } from "../../registry_log/served.ts";
import { findReadable } from "../read/readable.ts";
import { currentEntries, openEntries } from "./open.ts";

/** Entries of one answer. */
const MOST = 1_000;

/** `GET /api/v1/log/entries`: what the log has of an extension, in its order. */
export const entries = defineEndpoint({
  key: "log.entries",
  query: z.strictObject({
    name: z.string().min(1).max(300).describe("An extension, `@collective/name`"),
    after: z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER).default(-1)
      .describe("`next` of the previous answer"),
  }),
  response: LogEntries,
  errors: ["not_found", ...RESTRICTION_CODES, "log_disabled", "log_lost", "unavailable"],
  description: "Sealed entries are opened for who may read what they are about.",
  async handle({ services, principal, query: { name, after } }) {
    const { db } = services;
    const log = logOf(services);
    const found = await findReadable(db, principal, name, { deletedToo: true });
    const { row: { size } } = await log.served();
    const rows = await currentEntries(db).where("extension_id", "=", found.extension.id)
      // With its bounds apart SQLite would go through the whole log.
      .where((row) => row.between("idx", Math.min(after + 1, size), size - 1))
      .orderBy("idx").limit(MOST + 1).execute();
    const page = rows.slice(0, MOST);
    return {
      entries: await openEntries(db, principal, page),
      next: rows.length > MOST ? page.at(-1)!.idx : null,
    };
  },
});
