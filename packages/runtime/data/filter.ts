import type { DataSearch, DataSearchItem } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { type Catalog, type Condition, withCatalog } from "./catalog/catalog.ts";
import { allDefinitions } from "../repository/definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import { durationMs } from "./store/lifetime.ts";
import { type FoundOwner, ownerFields, ownerOf } from "./owner.ts";

/** What `svc data search` looks for; everything given has to hold. */
type DataFilters = DataSearch["filters"];

/**
 * The newest versions whose name, output or behavior holds a text and that pass all filters.
 *
 * @param limit results at most
 * @throws SvcError `definition_not_found`, `invalid_argument` for a time or tag that is none.
 */
export async function searchData(
  repository: Repository,
  query: string,
  filters: DataFilters = {},
  limit = 50,
): Promise<DataSearch> {
  const conditions = conditionsOf(filters);
  const owners = filters.behavior === undefined
    ? (await allDefinitions(repository)).map(ownerFields)
    : [await ownerOf(repository, filters.behavior)];
  return await withCatalog(repository, async (catalog) => {
    const results: DataSearchItem[] = [];
    let total = 0;
    for (const one of owners) {
      const found = await searchOwner(catalog, one, [...conditions, ...textOf(query, one)], limit);
      results.push(...found.items);
      total += found.total;
    }
    results.sort((a, b) => b.createdAt < a.createdAt ? -1 : b.createdAt > a.createdAt ? 1 : 0);
    const shown = results.slice(0, limit);
    const given = Object.fromEntries(
      Object.entries(filters).filter(([, value]) => value !== undefined && value.length > 0),
    );
    return { query, filters: given, results: shown, total, limited: shown.length < total };
  });
}

async function searchOwner(
  catalog: Catalog,
  { owner, fields }: FoundOwner,
  conditions: readonly Condition[],
  limit: number,
): Promise<{ items: DataSearchItem[]; total: number }> {
  await catalog.refresh(owner);
  const { rows, total } = await catalog.page(owner, { conditions, limit, order: "createdAt" });
  const items = rows.map(({ metadata: item }) => ({
    id: item.id,
    name: item.name,
    version: item.version,
    contentType: item.contentType,
    type: item.tags["type"] ?? "resource",
    lifetime: item.lifetime,
    ownerType: item.ownerDefinition.ownerType,
    ownerRef: item.ownerDefinition.ownerRef,
    ...fields,
    streaming: item.streaming,
    size: item.size,
    createdAt: item.createdAt,
    tags: item.tags,
  }));
  return { items, total };
}

/** None when the behavior's own name holds the text already. */
function textOf(query: string, { fields }: FoundOwner): Condition[] {
  const text = query.toLowerCase();
  if (fields.modelName.toLowerCase().includes(text)) return [];
  return [{
    sql: "instr(lower(name), ?) > 0 OR instr(lower(specName), ?) > 0",
    values: [text, text],
  }];
}

function conditionsOf(filters: DataFilters): Condition[] {
  const { type, lifetime, ownerType, contentType, since, tags = [] } = filters;
  const equal = (sql: string, value: string | undefined) =>
    value === undefined ? [] : [{ sql: `${sql} = ?`, values: [value] }];
  return [
    ...equal("dataType", type),
    ...equal("lifetime", lifetime),
    ...equal("json_extract(metadata, '$.ownerDefinition.ownerType')", ownerType),
    ...(contentType?.endsWith("*")
      ? [{ sql: "instr(contentType, ?) = 1", values: [contentType.slice(0, -1)] }]
      : equal("contentType", contentType)),
    ...(since === undefined ? [] : [{ sql: "createdAt >= ?", values: [timeOf(since)] }]),
    ...tags.map(tagCondition),
  ];
}

function tagCondition(tag: string): Condition {
  const at = tag.indexOf("=");
  const key = at < 0 ? tag : tag.slice(0, at);
  if (key === "") {
    throw new SvcError("invalid_argument", `'${tag}' is not a tag`, {
      hint: "Write key=value, or a key alone.",
    });
  }
  const exists = "SELECT 1 FROM json_each(tags) AS tag WHERE tag.key = ?";
  return at < 0
    ? { sql: `EXISTS (${exists})`, values: [key] }
    : { sql: `EXISTS (${exists} AND tag.value = ?)`, values: [key, tag.slice(at + 1)] };
}

function timeOf(since: string): string {
  const span = durationMs(since);
  const time = span === undefined ? Date.parse(since) : Date.now() - span;
  if (!Number.isNaN(new Date(time).getTime())) return new Date(time).toISOString();
  throw new SvcError("invalid_argument", `'${since}' is neither a duration nor a date`, {
    hint: "Write for example 7d, 12h or 2026-11-21.",
  });
}
