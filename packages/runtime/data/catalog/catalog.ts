import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Repository } from "../../repository/repository.ts";
import { type DataOwner, ownerFolder } from "../store/folder.ts";
import type { DataMetadata } from "../store/item.ts";
import { recoverForReading } from "../store/recover.ts";
import { openCatalogFile, openMemory, removeCatalogFile } from "./file.ts";
import { ownerId } from "./owner.ts";
import { isChanged, isEmpty, refreshBeginning, refreshItems, refreshOwner } from "./refresh.ts";

/** A condition on the columns of the table `version`, with what its question marks stand for. */
export interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/** Which versions of a definition are wanted. */
interface CatalogQuery {
  /** Older versions as well; else the newest of each name. */
  history?: boolean;
  /** Marks of deletion and expired versions as well. */
  dead?: boolean;
  /** All of these hold. */
  conditions?: readonly Condition[];
  /** `name`, the default, or the newest first. */
  order?: "name" | "createdAt";
  limit?: number;
  offset?: number;
}

/** A version that the index knows. */
interface CatalogRow {
  metadata: DataMetadata;
  isLatest: boolean;
}

/** The index of a repository's data: what the files say, found quickly. */
export interface Catalog extends Disposable {
  /** Brings the index into agreement with the files of a definition, see `refreshOwner`. */
  refresh(owner: DataOwner, how?: "quick" | "whole"): Promise<void>;
  /** The same for the items whose names begin like this, without a look at the others. */
  refreshBeginning(owner: DataOwner, prefix: string): Promise<void>;
  /** Versions by name and number, as of the last `refresh`. */
  versions(owner: DataOwner, query?: CatalogQuery): CatalogRow[];
  /** As `versions`, one by one: whoever stops early has read no more. Not across an `await`. */
  each(owner: DataOwner, query?: CatalogQuery): Iterable<DataMetadata>;
  /** True when it knows no data of a definition. */
  isEmpty(owner: DataOwner): boolean;
  /** How many there are, without regard to `limit` and `offset`. */
  count(owner: DataOwner, query?: CatalogQuery): number;
  /**
   * One page of versions in agreement with the files, and how many there are of all. Looks at no more
   * than what it shows, and at the folder; what changed elsewhere since the last `refresh` by another
   * program, inside of an item's folder, may miss in the total.
   */
  page(owner: DataOwner, query: CatalogQuery): Promise<{ rows: CatalogRow[]; total: number }>;
  /** The newest version of a name, when the index is sure of it; else undefined, without looking further. */
  newest(owner: DataOwner, name: string): DataMetadata | undefined;
  /** Looks whether the files still say the same of these names; else brings the index into agreement. */
  agree(owner: DataOwner, names: readonly string[]): Promise<boolean>;
}

const ORDERS = { name: "name, version", createdAt: "createdAt DESC, name, version" };

/** How often a page is read again because data changed under it. */
const TRIES = 5;

/**
 * Runs something with the index of a repository. Where the index turns out to be broken it is made again
 * from the files; where there can be no index file, as on a disk that is full or read-only, or another
 * process holds it for long, in memory.
 */
export async function withCatalog<Result>(
  repository: Repository,
  run: (catalog: Catalog) => Promise<Result>,
): Promise<Result> {
  let isBusy = false;
  for (const open of [openCatalogFile, again, openMemory]) {
    // It is sound: somebody brings much into it just now.
    if (isBusy && open === again) continue;
    let database: DatabaseSync;
    try {
      database = await open(repository);
    } catch (error) {
      if (open === openMemory || isLink(error)) throw error;
      continue;
    }
    using catalog = catalogOf(repository, database);
    try {
      return await run(catalog);
    } catch (error) {
      if (open === openMemory || !isSqliteError(error)) throw error;
      isBusy = /database is locked/.test((error as Error).message);
    }
  }
  throw new Error("unreachable");
}

async function again(repository: Repository): Promise<DatabaseSync> {
  removeCatalogFile(repository);
  return await openCatalogFile(repository);
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** A link in the place of the index is a sign of a repository that wants to lead elsewhere. */
function isLink(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "conflict";
}

function catalogOf(repository: Repository, database: DatabaseSync): Catalog {
  const idOf = (owner: DataOwner) => ownerId(database, owner);
  const selected = (owner: DataOwner, query: CatalogQuery) => {
    const { sql, values } = whereOf(idOf(owner), query);
    return database.prepare(
      `SELECT metadata, isLatest FROM version WHERE ${sql} ` +
        `ORDER BY ${ORDERS[query.order ?? "name"]} LIMIT ? OFFSET ?`,
    ).iterate(...values, query.limit ?? -1, query.offset ?? 0);
  };
  const self: Catalog = {
    async refresh(owner, how = "whole") {
      await recoverForReading(repository, owner);
      await refreshOwner(database, idOf(owner), ownerFolder(repository, owner), how);
    },
    async refreshBeginning(owner, prefix) {
      await recoverForReading(repository, owner);
      await refreshBeginning(database, idOf(owner), ownerFolder(repository, owner), prefix);
    },
    versions(owner, query = {}) {
      return selected(owner, query).map((row) => ({
        metadata: JSON.parse(row["metadata"] as string) as DataMetadata,
        isLatest: row["isLatest"] === 1,
      })).toArray();
    },
    each(owner, query = {}) {
      return selected(owner, query).map((row) => JSON.parse(row["metadata"] as string));
    },
    isEmpty: (owner) => isEmpty(database, idOf(owner)),
    count(owner, query = {}) {
      const { sql, values } = whereOf(idOf(owner), query);
      const row = database.prepare(`SELECT count(*) AS n FROM version WHERE ${sql}`).get(...values);
      return row!["n"] as number;
    },
    async page(owner, query) {
      await self.refresh(owner, "quick");
      for (let left = TRIES;; left--) {
        const rows = self.versions(owner, query);
        const names = rows.map(({ metadata }) => metadata.name);
        // What a run writes all the time is shown as it was a moment ago.
        if (await self.agree(owner, names) || left === 0) {
          return { rows, total: self.count(owner, query) };
        }
      }
    },
    newest(owner, name) {
      if (isChanged(database, idOf(owner), ownerFolder(repository, owner), name)) return undefined;
      const conditions = [{ sql: "name = ?", values: [name] }];
      return self.versions(owner, { dead: true, conditions })[0]?.metadata;
    },
    async agree(owner, names) {
      const folder = ownerFolder(repository, owner);
      return !await refreshItems(database, idOf(owner), folder, [...new Set(names)]);
    },
    [Symbol.dispose]: () => database.close(),
  };
  return self;
}

function whereOf(owner: number, query: CatalogQuery): Condition {
  const all: Condition[] = [{ sql: "owner = ?", values: [owner] }];
  if (!query.history) all.push({ sql: "isLatest = 1", values: [] });
  if (!query.dead) {
    all.push({ sql: "isDeleted = 0 AND (expires IS NULL OR expires >= ?)", values: [Date.now()] });
  }
  all.push(...query.conditions ?? []);
  return {
    sql: all.map(({ sql }) => `(${sql})`).join(" AND "),
    values: all.flatMap(({ values }) => values),
  };
}
