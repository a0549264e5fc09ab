import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Schema } from "./schema.ts";

/**
 * Opens the embedded store.
 *
 * Every commit is on disk before it is answered (`synchronous = FULL`), readers never wait for
 * the writer (WAL), and a statement is compiled once.
 *
 * @param path the database file, or `:memory:`
 */
export function openSqlite(path: string): Kysely<Schema> {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768");
  return new Kysely<Schema>({ dialect: new TransactionalSqlite(database) });
}

class TransactionalSqlite extends SqliteDialect {
  readonly #database: DatabaseSync;
  readonly #config: { database: ReturnType<typeof adapt> };

  constructor(database: DatabaseSync) {
    const config = { database: adapt(database) };
    super(config);
    this.#database = database;
    this.#config = config;
  }

  /**
   * SQLite may end a transaction itself, as on a full disk; a rollback would then fail and hide
   * why.
   */
  override createDriver(): SqliteDriver {
    const database = this.#database;
    return new class extends SqliteDriver {
      override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
        if (database.isTransaction) await super.rollbackTransaction(connection);
      }
    }(this.#config);
  }

  /** SQLite rolls schema changes back too, so an interrupted migration leaves no half schema. */
  override createAdapter(): SqliteAdapter {
    return new class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    }();
  }
}

const STATEMENTS = 512;

/** `node:sqlite` in the shape kysely expects, with a bounded cache of compiled statements. */
function adapt(database: DatabaseSync) {
  const cache = new LRUCache<string, ReturnType<typeof adaptStatement>>({ max: STATEMENTS });
  return {
    close: () => {
      cache.clear();
      database.close();
    },
    prepare(sql: string) {
      const known = cache.get(sql);
      if (known) return known;
      const statement = adaptStatement(database.prepare(sql));
      cache.set(sql, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)) as unknown[],
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) =>
      statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  };
}
