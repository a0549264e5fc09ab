import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Words of issues, embedded store only. The store itself keeps them in step with the issues. */
export const labSearch: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create virtual table lab_search using fts5(
      title, body, content = '', contentless_delete = 1,
      tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
    )`.execute(db);
    await sql`insert into lab_search (rowid, title, body)
      select number, title, body from lab_issue`.execute(db);
    await sql`create trigger lab_search_added after insert on lab_issue begin
      insert into lab_search (rowid, title, body) values (new.number, new.title, new.body);
    end`.execute(db);
    await sql`create trigger lab_search_removed after delete on lab_issue begin
      delete from lab_search where rowid = old.number;
    end`.execute(db);
    await sql`create trigger lab_search_changed after update of number, title, body on lab_issue begin
      delete from lab_search where rowid = old.number;
      insert into lab_search (rowid, title, body) values (new.number, new.title, new.body);
    end`.execute(db);
  },
};
