import { type Condition, withCatalog } from "./catalog/catalog.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataOwner } from "./store/folder.ts";
import type { DataMetadata } from "./store/item.ts";

/** Which part of a definition's data is wanted. */
export interface PageQuery {
  /** Written under this output. */
  spec?: string | undefined;
  /** The beginning of the names. */
  prefix?: string | undefined;
  limit?: number | undefined;
  /** Items to leave out at the beginning. */
  offset?: number | undefined;
}

/** Comes behind all that can follow a prefix: a name has 200 bytes at most. */
const BEHIND = "\u{10ffff}".repeat(51);

/** The condition of the index for names that begin like this. */
export function namesBeginningWith(prefix: string): Condition {
  return {
    // The upper end spares a look at all that comes behind them.
    sql: "name >= ? AND name < ? AND substr(name, 1, length(?)) = ?",
    values: [prefix, `${prefix}${BEHIND}`, prefix, prefix],
  };
}

/**
 * The newest versions of a definition's live data by name, found by the index: one page, and how many
 * there are of all.
 */
export async function pageOfData(
  repository: Repository,
  owner: DataOwner,
  { spec, prefix, limit, offset }: PageQuery = {},
): Promise<{ items: DataMetadata[]; total: number }> {
  const conditions: Condition[] = [
    ...(spec === undefined ? [] : [{ sql: "specName = ?", values: [spec] }]),
    ...(prefix === undefined ? [] : [namesBeginningWith(prefix)]),
  ];
  return await withCatalog(repository, async (catalog) => {
    const { rows, total } = await catalog.page(owner, {
      conditions,
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    });
    return { items: rows.map(({ metadata }) => metadata), total };
  });
}
