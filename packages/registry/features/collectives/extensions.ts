import { Restriction } from "@svc/core/wire";
import { z } from "zod";
import { restrictionOf } from "../../access/extension/restriction.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import type {} from "../extensions/record/tables.ts";
import { storedList } from "../../platform/store/list.ts";

const EXTENSION = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  platforms: z.array(z.string()),
  labels: z.array(z.string()),
  contentTypes: z.array(z.string()),
  latestVersion: z.string().nullable(),
  latestRc: z.string().nullable(),
  latestBeta: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  yankedAt: z.iso.datetime().nullable(),
  deprecatedAt: z.iso.datetime().nullable(),
  deprecationReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  restriction: Restriction.nullable(),
});

/**
 * `GET /api/v1/collectives/{slug}/extensions` (spec §4.3): a page by name. Outsiders do not see
 * yanked ones nor those in quarantine, and nobody sees what the operator has taken down.
 */
export const extensions = defineEndpoint({
  key: "collectives.extensions",
  params: SLUG_PARAMS,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(500).optional(),
  }),
  response: z.object({ extensions: z.array(EXTENSION), nextCursor: z.string().nullable() }),
  async handle(call) {
    const { services, query } = call;
    const { collective, role } = membershipOf(call);
    let page = services.db.selectFrom("extension")
      .where("collective_id", "=", collective.id)
      .where((row) =>
        row.or([row("taken_down_at", "is", null), row("takedown_kind", "=", "quarantine")])
      )
      .selectAll().orderBy("name").limit(query.limit + 1);
    if (query.cursor !== undefined) page = page.where("name", ">", readCursor(query.cursor, 1)[0]!);
    if (role === undefined) page = page.where("yanked_at", "is", null);
    const rows = await page.execute();
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    return {
      extensions: shown.map((row) => ({
        id: row.id,
        name: row.name,
        description: row.description,
        platforms: storedList(row.platforms),
        labels: storedList(row.labels),
        contentTypes: storedList(row.content_types),
        latestVersion: row.latest_stable,
        latestRc: row.latest_rc,
        latestBeta: row.latest_beta,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        yankedAt: row.yanked_at,
        deprecatedAt: row.deprecated_at,
        deprecationReason: row.deprecation_reason,
        supersededBy: row.superseded_by,
        restriction: restrictionOf(row),
      })),
      nextCursor: last === undefined ? null : writeCursor([last.name]),
    };
  },
});
