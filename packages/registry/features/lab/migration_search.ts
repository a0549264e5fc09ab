import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../../platform/store/engine.ts";
import { createSearchedWords } from "../../platform/store/postgres/words.ts";

/** Words of issues. The store itself keeps them in step with the issues. */
export const labSearch: Migration = {
  up: (db: Kysely<unknown>) => isPostgres(db) ? vectors(db) : fts5(db),
};

async function vectors(db: Kysely<unknown>): Promise<void> {
  await createSearchedWords(db);
  await db.schema.createTable("lab_search")
    .addColumn("number", "integer", (c) =>
      c.primaryKey().references("lab_issue.number")
        .onDelete("cascade").onUpdate("cascade"))
    .addColumn("words", sql`tsvector`, (c) => c.notNull())
    .execute();
  await sql`create index lab_search_words on lab_search using gin (words)`.execute(db);
  await sql`create function lab_search_follow() returns trigger language plpgsql as $$ begin
    insert into lab_search (number, words)
      values (new.number, searched_words(new.title || ' ' || new.body))
      on conflict (number) do update set words = excluded.words;
    return null;
  end $$`.execute(db);
  await sql`create trigger lab_search_changed after insert or update of title, body on lab_issue
    for each row execute function lab_search_follow()`.execute(db);
}

async function fts5(db: Kysely<unknown>): Promise<void> {
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
}
