import { LRUCache } from "lru-cache";

/** What kinds of statements are told apart. */
export const STATEMENT_KINDS = [
  "select",
  "insert",
  "update",
  "delete",
  "begin",
  "commit",
  "rollback",
  "other",
] as const;

/** A kind of statement. */
export type StatementKind = typeof STATEMENT_KINDS[number];

/** What a statement is, without any value. */
export interface Statement {
  kind: StatementKind;
  /** The table that it is about first; undefined when it names none. */
  table: string | undefined;
}

const KIND = new RegExp(`^\\s*(${STATEMENT_KINDS.slice(0, -1).join("|")})\\b`, "i");

/** After `with`, what is asked stands behind the last parenthesis of the beginning. */
const WITH = /^\s*with\b[^]*?\)\s*(select|insert|update|delete)\b/i;

const TABLE = /\b(?:from|into|update)\s+"?([a-zA-Z_][a-zA-Z0-9_]*)"?/i;

const known = new LRUCache<string, Statement>({ max: 1024 });

/** Says what a statement with placeholders is. */
export function statementOf(sql: string): Statement {
  const before = known.get(sql);
  if (before !== undefined) return before;
  const word = (KIND.exec(sql) ?? WITH.exec(sql))?.[1]?.toLowerCase();
  const kind = STATEMENT_KINDS.find((one) => one === word) ?? "other";
  const statement = { kind, table: TABLE.exec(sql)?.[1] };
  known.set(sql, statement);
  return statement;
}
