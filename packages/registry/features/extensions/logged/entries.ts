import { LogEntries } from "@svc/core/wire";
import { roleAtLeast } from "@svc/core/role";
import { z } from "zod";
import type { Principal } from "../../../access/credential/principal.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { SLUG_PARAMS } from "../../../access/endpoint/params.ts";
import { membershipOf } from "../../../access/membership/membership.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import type { Db } from "../../../access/store/schema.ts";
import type { RegistryLog } from "../../registry_log/registry_log.ts";
import { logOf } from "../../registry_log/served.ts";
import { findReadable } from "../read/readable.ts";
import { currentEntries, openEntries } from "./open.ts";

/** Entries of one answer. */
const MOST = 1_000;

const AFTER = z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER).default(-1)
  .describe("`next` of the previous answer");

/** `GET /api/v1/log/entries`: what the log has of an extension, in its order. */
export const entries = defineEndpoint({
  key: "log.entries",
  query: z.strictObject({
    name: z.string().min(1).max(300).describe("An extension, `@collective/name`"),
    after: AFTER,
  }),
  response: LogEntries,
  errors: ["not_found", ...RESTRICTION_CODES, "log_disabled", "log_lost", "unavailable"],
  description: "Sealed entries are opened for who may read what they are about.",
  async handle({ services, principal, query: { name, after } }) {
    const log = logOf(services);
    const found = await findReadable(services.db, principal, name, { deletedToo: true });
    const rows = currentEntries(services.db).where("extension_id", "=", found.extension.id);
    return await pageOf(services.db, principal, rows, { after, log });
  },
});

/**
 * `GET /api/v1/collectives/{slug}/log-entries`: what the sealed entries of a collective say. Those of its
 * extensions are for all its members, as these read them; those of members, tokens, publishers and keys
 * for who reads its audit log.
 */
export const sealed = defineEndpoint({
  key: "log.sealed",
  params: SLUG_PARAMS,
  query: z.strictObject({ after: AFTER }),
  response: LogEntries,
  errors: ["log_disabled", "log_lost", "unavailable"],
  description:
    "For each the leaf and the salt: SHA-256(salt ‖ leaf) is the `commit` of the entry. Events of " +
    "extensions are for every member, those of members, tokens, publishers and keys for owners and " +
    "admins.",
  async handle(call) {
    const { services, principal, query: { after } } = call;
    const log = logOf(services);
    const { collective, role } = membershipOf(call);
    let rows = currentEntries(services.db).where("collective_id", "=", collective.id)
      .where("salt", "is not", null);
    if (role === undefined || !roleAtLeast(role, "admin")) {
      rows = rows.where("extension_id", "is not", null);
    }
    return await pageOf(services.db, principal, rows, { after, log });
  },
});

async function pageOf(
  db: Db,
  principal: Principal,
  rows: ReturnType<typeof currentEntries>,
  { after, log }: { after: number; log: RegistryLog },
): Promise<LogEntries> {
  const { row: { size } } = await log.served();
  // With its bounds apart SQLite would go through the whole log.
  const found = await rows.where((row) => row.between("idx", Math.min(after + 1, size), size - 1))
    .orderBy("idx").limit(MOST + 1).execute();
  const page = found.slice(0, MOST);
  return {
    entries: await openEntries(db, principal, page),
    next: found.length > MOST ? page.at(-1)!.idx : null,
  };
}
