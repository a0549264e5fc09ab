import pg from "pg";

const { builtins } = pg.types;

/** How values are read, by Postgres' numbers of types: as SQLite gives them. */
const READ: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.BOOL, (text) => text === "t" ? 1 : 0],
]);

/** The readers of one pool. The library's own table is everybody's, and stays as it is. */
export const readers: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: "text" | "binary") {
    return (format !== "binary" && READ.get(type)) || pg.types.getTypeParser(type, format);
  },
};

/**
 * A value as Postgres takes it. A text of Postgres cannot hold U+0000; Markdown and HTML show what
 * stands there instead.
 */
export function writable(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0")
    ? value.replaceAll("\0", "\uFFFD")
    : value;
}
