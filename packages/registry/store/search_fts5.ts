import { sql } from "kysely";
import type { SearchIndex } from "./search_index.ts";

/** Search on SQLite's FTS5. */
export const fts5Search: SearchIndex = {
  async put(trx, { number, name, description, labels, contents }) {
    await sql`delete from extension_search where rowid = ${number}`.execute(trx);
    await sql`insert into extension_search (rowid, name, description, labels, contents)
      values (${number}, ${name}, ${description}, ${labels.join(" ")}, ${contents.join(" ")})`
      .execute(trx);
  },
};
