import type { DatabaseSync, StatementSync } from "node:sqlite";

const WRITES = /^\s*(?:insert|update|delete|replace)\b|^\s*with\b[^]*\b(?:insert|update|delete)\b/i;
const BEGIN = /^\s*begin\b/i;
const COMMIT = /^\s*commit\s*$/i;

/** Counts the commits of a database in a row of it, each in its own transaction. */
export interface CommitCount {
  /**
   * How a statement runs so that it is counted: a write outside of a transaction gets one of its own,
   * a commit first counts itself. Undefined for statements that run as they are.
   */
  around(sql: string): (<Result>(run: () => Result) => Result) | undefined;
}

/**
 * Counts what one connection commits. A database without the row, as before its migration, is not
 * counted.
 *
 * @param counted called after each commit, when it is on disk, with the number of all so far
 */
export function countCommits(
  database: DatabaseSync,
  counted: (commits: number) => void,
): CommitCount {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const changes = database.prepare("select total_changes() as count");
  const changed = () => Number(changes.get()!.count);
  let count: StatementSync | undefined;
  let before = -1;

  function raise(): number | undefined {
    try {
      count ??= database.prepare("update store_commit set count = count + 1 returning count");
    } catch {
      // There is no such table yet.
      return undefined;
    }
    return Number(count.get()!.count);
  }
  function commitCounted<Result>(run: () => Result): Result {
    const commits = changed() === before ? undefined : raise();
    const result = run();
    if (commits !== undefined) counted(commits);
    return result;
  }
  function inTransaction<Result>(run: () => Result): Result {
    if (database.isTransaction) return run();
    begin.run();
    try {
      before = changed();
      const result = run();
      commitCounted(() => commit.run());
      return result;
    } catch (error) {
      // SQLite has ended it itself for some errors.
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  }
  return {
    around(sql) {
      if (WRITES.test(sql)) return inTransaction;
      if (COMMIT.test(sql)) return commitCounted;
      if (!BEGIN.test(sql)) return undefined;
      return (run) => {
        const result = run();
        before = changed();
        return result;
      };
    },
  };
}
