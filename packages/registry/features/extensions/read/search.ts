import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { SLUG } from "@svc/core/name";
import { ChannelName, SearchResponse } from "@svc/core/wire";
import { holdsScope } from "@svc/core/scope";
import { queryFlag } from "@svc/http/input";
import { z } from "zod";
import { type Principal, userOf } from "../../../access/credential/principal.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { SEARCHED } from "../../../access/response_cache/mod.ts";
import type { Services } from "../../../access/services.ts";
import { SEARCH_ORDERS } from "../index/memory/request.ts";
import type {} from "../index/search_index.ts";
import { pageQuery } from "../record/params.ts";
import { entryOf } from "./entry.ts";
import { CURRENT_VERSION } from "../record/current_version.ts";

const words = z.array(z.string().min(1).max(LIMITS.manifestWordCharacters)).max(20).default([]);

/** What a search asks for. */
export const searchQuery = z.strictObject({
  q: z.string().max(200).default(""),
  collective: z.string().regex(SLUG, "must be a collective's slug").optional(),
  sort: z.enum(SEARCH_ORDERS).default("relevance"),
  ...pageQuery,
  platform: words,
  label: words,
  contentType: z.array(
    z.enum(["models", "workflows", "vaults", "datastores", "drivers", "reports", "skills"]),
  ).default([]),
  channel: z.array(ChannelName).default(["stable"]),
  facets: queryFlag.default(false).meta({
    description: "Also count the hits by label, content type, collective and platform.",
  }),
});

/** `GET /api/v1/extensions/search`: full text, ranked; private ones for their members only. */
export const search = defineEndpoint({
  key: "extensions.search",
  query: searchQuery,
  response: SearchResponse,
  cache: SEARCHED,
  handle: ({ services, principal, query }) => searchExtensions(services, principal, query),
});

/** A page of the active extensions that match and that the principal may see. */
export async function searchExtensions(
  services: Services,
  principal: Principal,
  query: z.output<typeof searchQuery>,
): Promise<SearchResponse> {
  const { page, perPage } = query;
  if (page * perPage > 10_000) {
    throw new SvcError("validation_failed", "A search shows its first 10,000 hits", {
      hint: "Narrow it with more words or a filter.",
    });
  }
  const viewer = await collectivesOf(services, principal);
  const { numbers, total, corrected, facets } = await services.search.find({
    text: query.q,
    narrowed: {
      label: query.label,
      contentType: query.contentType,
      collective: query.collective === undefined ? [] : [query.collective],
      platform: query.platform,
    },
    channels: query.channel,
    sort: query.sort,
    collectives: viewer,
    limit: perPage,
    offset: (page - 1) * perPage,
    // A program that asks for one hit takes it unseen, and must get what it named or nothing.
    correct: perPage > 1,
    facets: query.facets,
  });
  return {
    extensions: await entriesOf(services, numbers, new Set(viewer)),
    meta: { total, page, perPage },
    ...(corrected === undefined ? {} : { correctedQuery: corrected }),
    ...(facets ? { facets: { exact: true, ...facets } } : {}),
  };
}

/**
 * The collectives whose private extensions somebody finds. A collective token finds its own only when
 * it may read them.
 */
async function collectivesOf({ db }: Services, principal: Principal): Promise<string[]> {
  if (principal.kind === "collectiveToken") {
    return holdsScope(principal.scopes, "extensions:read") ? [principal.collective.id] : [];
  }
  const user = userOf(principal);
  if (user === undefined) return [];
  const rows = await db.selectFrom("collective_member").select("collective_id")
    .where("user_id", "=", user.id).execute();
  return rows.map((row) => row.collective_id);
}

/** The hits as the store has them now; one that was hidden a moment ago is left out. */
async function entriesOf(
  services: Services,
  numbers: readonly number[],
  viewer: ReadonlySet<string>,
) {
  if (numbers.length === 0) return [];
  const found = await services.db.selectFrom("extension")
    .innerJoin("collective", "collective.id", "extension.collective_id")
    .leftJoin(
      "extension_version as shown",
      (join) =>
        join.onRef("shown.extension_id", "=", "extension.id")
          .on("shown.version", "=", CURRENT_VERSION),
    )
    .where("extension.number", "in", [...numbers])
    .where("extension.yanked_at", "is", null).where("collective.deleted_at", "is", null)
    .selectAll("extension").select([
      "collective.slug as collective_slug",
      "collective.private as collective_private",
      "shown.verified_by_svc as shown_verified",
    ]).execute();
  const rows = found.filter((row) => row.collective_private === 0 || viewer.has(row.collective_id));
  const place = new Map(numbers.map((number, index) => [number, index]));
  return rows.sort((a, b) => place.get(a.number)! - place.get(b.number)!).map((row) =>
    entryOf(
      services,
      row,
      { slug: row.collective_slug, private: row.collective_private === 1 },
      row.shown_verified === null ? undefined : { verified_by_svc: row.shown_verified },
    )
  );
}
