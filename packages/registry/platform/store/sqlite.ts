import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type AcknowledgedMark, openMark } from "./acknowledged.ts";
import { countCommits } from "./counted.ts";
import type { QueryWatch } from "../queries/mod.ts";
import { isDamage } from "./damage.ts";
import type { Db } from "./schema.ts";

/** How an embedded store is opened. */
export interface SqliteOptions {
  /** Stays byte for byte. */
  readOnly?: boolean;
  /** The file that says how many commits were acknowledged; commits are counted where it is given. */
  mark?: string;
  /** Called with what SQLite says when it comes upon a damaged page. */
  damaged?: (message: string) => void;
  /** Told of each statement that has ended. */
  queries?: QueryWatch | undefined;
}

/**
 * Opens the embedded store.
 *
 * Every commit is on disk before it is answered (`synchronous = FULL`), readers never wait for
 * the writer (WAL), and a statement is compiled once.
 *
 * @param path the database file, or `:memory:`
 */
export function openSqlite(
  path: string,
  { readOnly = false, mark, damaged, queries }: SqliteOptions = {},
): Db {
  const database = new DatabaseSync(path, {
    readOnly,
    timeout: 5000,
    enableForeignKeyConstraints: true,
  });
  try {
    if (!readOnly) database.exec("pragma journal_mode = wal; pragma synchronous = full");
    database.exec("pragma cache_size = -32768");
  } catch (error) {
    database.close();
    throw error;
  }
  const adapted = adapt(database, mark, damaged, queries);
  return new Kysely({ dialect: new TransactionalSqlite(database, adapted) });
}

class TransactionalSqlite extends SqliteDialect {
  readonly #database: DatabaseSync;
  readonly #config: { database: ReturnType<typeof adapt> };

  constructor(database: DatabaseSync, adapted: ReturnType<typeof adapt>) {
    const config = { database: adapted };
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
      /**
       * A transaction takes the right to write at its beginning: one that has read and then finds
       * that another process wrote meanwhile could not go on.
       */
      override async beginTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      }
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
function adapt(
  database: DatabaseSync,
  path: string | undefined,
  damaged: SqliteOptions["damaged"],
  queries: QueryWatch | undefined,
) {
  const cache = new LRUCache<string, ReturnType<typeof adaptStatement>>({ max: STATEMENTS });
  let mark: AcknowledgedMark | undefined;
  const commits = path === undefined ? undefined : countCommits(database, (count) => {
    try {
      mark ??= openMark(path, count);
      mark.write(count);
    } catch {
      // The transaction is on disk. Where a mark cannot be written, it says less than there is.
    }
  });
  const watched: Run = damaged === undefined ? (run) => run() : (run) => {
    try {
      return run();
    } catch (error) {
      if (isDamage(error)) damaged(error.message);
      throw error;
    }
  };
  return {
    close: () => {
      cache.clear();
      database.close();
      mark?.[Symbol.dispose]();
    },
    prepare(sql: string) {
      const known = cache.get(sql);
      if (known) return known;
      const around = commits?.around(sql);
      const guarded: Run = around === undefined ? watched : (run) => watched(() => around(run));
      const run: Run = queries === undefined ? guarded : timed(guarded, sql, queries);
      const statement = adaptStatement(watched(() => database.prepare(sql)), run);
      cache.set(sql, statement);
      return statement;
    },
  };
}

/** Runs a part of a statement. */
type Run = <Result>(run: () => Result) => Result;

/** Tells how long each run took. */
function timed(run: Run, sql: string, queries: QueryWatch): Run {
  return (work) => {
    const began = performance.now();
    let failed = true;
    try {
      const result = run(work);
      failed = false;
      return result;
    } finally {
      queries(sql, performance.now() - began, failed);
    }
  };
}

function adaptStatement(statement: StatementSync, run: Run) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) =>
      run(() => statement.all(...values(parameters)) as unknown[]),
    run: (parameters: readonly unknown[]) => run(() => statement.run(...values(parameters))),
    iterate: (parameters: readonly unknown[]) =>
      statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  };
}
