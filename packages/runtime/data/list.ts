import type { DataList, DataListItem, ModelFields } from "@svc/core/answer";
import { type Catalog, type Condition, withCatalog } from "./catalog/catalog.ts";
import type { FoundDefinition } from "../repository/definitions/definition.ts";
import { allDefinitions } from "../repository/definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataMetadata } from "./store/item.ts";
import { type FoundOwner, ownerFields, ownerOf } from "./owner.ts";

/** Which part of a list is wanted. */
export interface ListOptions {
  /** `file`, `resource` or `report`. */
  type?: string | undefined;
  /** Default 1000. */
  limit?: number | undefined;
  /** Items to leave out at the beginning. */
  offset?: number | undefined;
}

/** Items of a page, unless a caller asks for another number. */
const PAGE = 1000;

const GROUP_ORDER = ["file", "resource", "report"];

/**
 * The newest version of what a behavior has written and what has not expired, by kind, a page by name.
 *
 * @param model the behavior, or its name or id, which is then looked for; all of them when absent
 * @throws SvcError `definition_not_found`.
 */
export async function listData(
  repository: Repository,
  model?: string | FoundDefinition,
  options: ListOptions = {},
): Promise<DataList> {
  const owners = model === undefined
    ? (await allDefinitions(repository)).map(ownerFields)
    : [typeof model === "string" ? await ownerOf(repository, model) : ownerFields(model)];
  const { items, total } = await withCatalog(
    repository,
    (catalog) => pageOver(catalog, owners, options),
  );
  return {
    ...(model === undefined ? {} : owners[0]!.fields),
    groups: grouped(items.map((item) => lineOf(item, model === undefined))),
    total,
    limited: items.length < total,
  };
}

/** A page that may begin in one behavior's data and end in another's. */
async function pageOver(
  catalog: Catalog,
  owners: readonly FoundOwner[],
  { type, limit = PAGE, offset = 0 }: ListOptions,
): Promise<{ items: (DataMetadata & ModelFields)[]; total: number }> {
  const conditions: Condition[] = type === undefined
    ? []
    : [{ sql: "dataType = ?", values: [type] }];
  const items: (DataMetadata & ModelFields)[] = [];
  let total = 0;
  for (const { owner, fields } of owners) {
    const page = await catalog.page(owner, {
      conditions,
      limit: Math.max(limit - items.length, 0),
      offset: Math.max(offset - total, 0),
    });
    items.push(...page.rows.map(({ metadata }) => ({ ...metadata, ...fields })));
    total += page.total;
  }
  return { items, total };
}

function lineOf(item: DataMetadata & ModelFields, named: boolean): DataListItem {
  return {
    id: item.id,
    name: item.name,
    version: item.version,
    contentType: item.contentType,
    type: item.tags["type"] ?? "resource",
    streaming: item.streaming,
    size: item.size,
    createdAt: item.createdAt,
    ...(named ? { modelName: item.modelName } : {}),
  };
}

function grouped(items: readonly DataListItem[]): DataList["groups"] {
  const rank = (type: string) =>
    (GROUP_ORDER.indexOf(type) + GROUP_ORDER.length + 1) % (GROUP_ORDER.length + 1);
  return [...Map.groupBy(items, ({ type }) => type)]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([type, items]) => ({ type, items }));
}
