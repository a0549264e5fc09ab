import { SvcError } from "@svc/core/error";
import { SLUG } from "@svc/core/name";
import { ChannelName, SearchResponse } from "@svc/core/wire";
import { holdsScope } from "@svc/core/scope";
import { z } from "zod";
import { type Principal, userOf } from "../../../access/credential/principal.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import type { Services } from "../../../access/services.ts";
import type { SearchRequest } from "../index/search_index.ts";
import { pageQuery } from "../record/params.ts";
import { entryOf } from "./entry.ts";
import { shownVersion } from "./parse.ts";

const words = z.array(z.string().min(1).max(100)).max(20).default([]);

/** What a search asks for. */
export const searchQuery = z.strictObject({
  q: z.string().max(200).default(""),
  collective: z.string().regex(SLUG, "must be a collective's slug").optional(),
  sort: z.enum(["relevance", "new", "updated", "name"]).default("relevance"),
  ...pageQuery,
  platform: words,
  label: words,
  contentType: z.array(
    z.enum(["models", "workflows", "vaults", "datastores", "drivers", "reports", "skills"]),
  ).default([]),
  channel: z.array(ChannelName).default(["stable"]),
});

/** `GET /api/v1/extensions/search`: full text, ranked; private ones for their members only. */
export const search = defineEndpoint({
  key: "extensions.search",
  query: searchQuery,
  response: SearchResponse,
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
  const { numbers, total } = await services.search.find(services.db, {
    text: query.q,
    collective: query.collective,
    platforms: query.platform,
    labels: query.label,
    contentTypes: query.contentType,
    channels: query.channel,
    sort: query.sort,
    viewer: viewerOf(principal),
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  return { extensions: await entriesOf(services, numbers), meta: { total, page, perPage } };
}

/** A collective token finds private extensions only when it may read them. */
function viewerOf(principal: Principal): SearchRequest["viewer"] {
  if (principal.kind === "collectiveToken") {
    return holdsScope(principal.scopes, "extensions:read")
      ? { collectiveId: principal.collective.id }
      : {};
  }
  const user = userOf(principal);
  return user ? { userId: user.id } : {};
}

async function entriesOf(services: Services, numbers: readonly number[]) {
  if (numbers.length === 0) return [];
  const rows = await services.db.selectFrom("extension")
    .innerJoin("collective", "collective.id", "extension.collective_id")
    .where("extension.number", "in", [...numbers])
    .selectAll("extension").select("collective.slug as collective_slug").execute();
  const versions = await services.db.selectFrom("extension_version")
    .select(["extension_id", "facts", "trust", "verified_by_svc"])
    .where((builder) =>
      builder.or(
        rows.map((row) =>
          builder("extension_id", "=", row.id).and("version", "=", shownVersion(row) ?? "")
        ),
      )
    ).execute();
  const place = new Map(numbers.map((number, index) => [number, index]));
  return rows.sort((a, b) => place.get(a.number)! - place.get(b.number)!).map((row) =>
    entryOf(
      services,
      row,
      row.collective_slug,
      versions.find((version) => version.extension_id === row.id),
    )
  );
}
