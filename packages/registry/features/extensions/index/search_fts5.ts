import { type RawBuilder, sql } from "kysely";
import { matchExpression } from "../../../platform/store/fts5_match.ts";
import type { SearchIndex, SearchRequest } from "./search_index.ts";

/** Search on SQLite's FTS5. Words of a name weigh most, then labels and contents, then descriptions. */
export const fts5Search: SearchIndex = {
  async put(trx, { number, name, description, labels, contents }) {
    await sql`delete from extension_search where rowid = ${number}`.execute(trx);
    await sql`insert into extension_search (rowid, name, description, labels, contents)
      values (${number}, ${name}, ${description}, ${labels.join(" ")}, ${contents.join(" ")})`
      .execute(trx);
  },

  async find(db, request) {
    const match = matchExpression(request.text);
    if (match === undefined && request.text.trim() !== "") return { numbers: [], total: 0 };
    const from = match === undefined
      ? sql`extension e`
      : sql`extension_search s join extension e on e.number = s.rowid`;
    const where = sql.join(conditions(request, match), sql` and `);
    const body = sql`from ${from} join collective c on c.id = e.collective_id where ${where}`;
    const [page, count] = await Promise.all([
      sql<{ number: number }>`select e.number ${body} order by ${order(request, match)}
        limit ${request.limit} offset ${request.offset}`.execute(db),
      sql<{ total: number }>`select count(*) as total ${body}`.execute(db),
    ]);
    return {
      numbers: page.rows.map((row) => row.number),
      total: Number(count.rows[0]?.total ?? 0),
    };
  },
};

function conditions(request: SearchRequest, match: string | undefined): RawBuilder<unknown>[] {
  const { viewer, collective, channels } = request;
  return [
    ...(match === undefined ? [] : [sql`extension_search match ${match}`]),
    sql`e.yanked_at is null and c.deleted_at is null`,
    sql`(c.private = 0 or c.id = ${viewer.collectiveId ?? ""} or exists (
      select 1 from collective_member m
      where m.collective_id = c.id and m.user_id = ${viewer.userId ?? ""}))`,
    sql`(${
      sql.join(
        channels.map((channel) => sql`${sql.ref(`e.latest_${channel}`)} is not null`),
        sql` or `,
      )
    })`,
    ...(collective === undefined ? [] : [sql`c.slug = ${collective}`]),
    ...anyOf("platforms", request.platforms, true),
    ...anyOf("labels", request.labels),
    ...anyOf("content_types", request.contentTypes),
  ];
}

/** One of `wanted` is in the JSON list of a column; an empty list too where that means "all". */
function anyOf(column: string, wanted: readonly string[], emptyIsAll = false) {
  if (wanted.length === 0) return [];
  const held = sql.ref(`e.${column}`);
  const found = sql`exists (select 1 from json_each(${held}) where value in (${sql.join(wanted)}))`;
  return [emptyIsAll ? sql`(${held} = '[]' or ${found})` : found];
}

function order({ sort, text }: SearchRequest, match: string | undefined): RawBuilder<unknown> {
  switch (sort) {
    case "new":
      return sql`e.created_at desc, e.number desc`;
    case "updated":
      return sql`e.updated_at desc, e.number desc`;
    case "name":
      return sql`e.name`;
    case "relevance": {
      if (match === undefined) return sql`e.pull_count desc, e.name`;
      const typed = text.trim().toLowerCase();
      const last = sql`substr(e.name, instr(e.name, '/') + 1)`;
      return sql`case
          when e.name = ${typed} or ${last} = ${typed} then 0
          when substr(e.name, 1, length(${typed})) = ${typed}
            or substr(${last}, 1, length(${typed})) = ${typed} then 1
          else 2 end,
        bm25(extension_search, 10.0, 1.0, 4.0, 3.0), e.pull_count desc, e.name`;
    }
  }
}
