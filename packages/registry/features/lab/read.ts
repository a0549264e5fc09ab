import type { Issue, IssueComment, LifecycleEntry } from "@svc/core/wire";
import { CLOSED_STATUSES } from "@svc/core/lab";
import { type Selectable, sql } from "kysely";
import type { AuthorColumns } from "../../access/author/author.ts";
import { authorNames } from "../../access/author/names.ts";
import { isPostgres } from "../../platform/store/engine.ts";
import { matchExpression } from "../../platform/store/fts5_match.ts";
import { matchQuery } from "../../platform/store/postgres/words.ts";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import { assigneesOf } from "./assignees.ts";
import { seenIssue } from "./issue.ts";
import type { IssueQuery } from "./schema.ts";
import type { LabIssueTable } from "./tables.ts";
import type { Viewer } from "./viewer.ts";
import { visibleTo } from "./visibility.ts";

interface Stored {
  db: Db;
  config: Pick<Services["config"], "baseUrl">;
}

/** How many of the newest issues a search for words looks at: its cost has an end. */
const SEARCHED = 20_000;

function hasWords(db: Db, text: string) {
  const match = isPostgres(db) ? matchQuery(text) : matchExpression(text);
  if (match === undefined) return sql<boolean>`1 = 0`;
  if (isPostgres(db)) {
    return sql<boolean>`lab_issue.number in (
      select number from lab_search where words @@ ${match}::tsquery
        and number > (select max(number) from lab_issue) - ${SEARCHED})`;
  }
  return sql<boolean>`lab_issue.number in (
    select rowid from lab_search where lab_search match ${match}
      and rowid > (select max(number) from lab_issue) - ${SEARCHED})`;
}

/** The issues the viewer may see that match, newest first, and how many there are in all. */
export async function listIssues(
  services: Stored,
  viewer: Viewer,
  query: IssueQuery,
): Promise<{ issues: Issue[]; total: number }> {
  const { db } = services;
  let matching = db.selectFrom("lab_issue").where(visibleTo(viewer));
  if (query.q?.trim()) matching = matching.where(hasWords(db, query.q));
  if (query.type) matching = matching.where("lab_issue.type", "=", query.type);
  if (query.status) matching = matching.where("lab_issue.status", "=", query.status);
  if (query.state) {
    matching = matching.where(
      "lab_issue.status",
      query.state === "closed" ? "in" : "not in",
      [...CLOSED_STATUSES],
    );
  }
  if (query.assignee) {
    matching = matching.where(
      "lab_issue.number",
      "in",
      (from) =>
        from.selectFrom("lab_assignee").innerJoin("user", "user.id", "lab_assignee.user_id")
          .select("lab_assignee.issue_number").where("user.username", "=", query.assignee!),
    );
  }
  if (query.source) matching = matching.where("lab_issue.source", "=", query.source);
  if (query.extension) matching = matching.where("lab_issue.extension_name", "=", query.extension);
  if (query.collective) {
    matching = matching.where(
      "lab_issue.collective_id",
      "in",
      (from) => from.selectFrom("collective").select("id").where("slug", "=", query.collective!),
    );
  }
  const { total } = await matching
    .select((column) => column.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await matching.selectAll("lab_issue").orderBy("lab_issue.number", "desc")
    .limit(query.limit).offset(query.offset).execute();
  return { issues: await records(services, rows, false), total: Number(total) };
}

/** One issue as its viewer reads it. */
export interface ReadIssue {
  issue: Issue;
  lifecycle: LifecycleEntry[];
  /** The viewer administers it. */
  administers: boolean;
  author: AuthorColumns;
}

/** One issue with its comments and the record of work on it. @throws SvcError `not_found` */
export async function readIssue(
  services: Stored,
  viewer: Viewer,
  number: number,
): Promise<ReadIssue> {
  const { db } = services;
  const { administers, ...row } = await seenIssue(db, viewer, number);
  const [issue] = await records(services, [row], true);
  return {
    issue: issue!,
    lifecycle: await lifecycleOf(db, number),
    administers,
    author: { author_user_id: row.author_user_id, author_collective_id: row.author_collective_id },
  };
}

async function records(
  { db, config }: Stored,
  rows: readonly Selectable<LabIssueTable>[],
  bodies: boolean,
): Promise<Issue[]> {
  const numbers = rows.map((row) => row.number);
  const [nameOf, assignees, comments, slugs] = [
    await authorNames(db, rows),
    await assigneesOf(db, numbers),
    await commentsOf(db, numbers, bodies),
    await slugsOf(db, rows),
  ];
  return rows.map((row) => ({
    number: row.number,
    id: row.id,
    title: row.title,
    body: row.body,
    type: row.type,
    status: row.status,
    source: row.source,
    authorUsername: nameOf(row),
    assignees: assignees.get(row.number) ?? [],
    commentCount: comments.get(row.number)?.length ?? 0,
    comments: comments.get(row.number) ?? [],
    collective: slugs.get(row.collective_id ?? "") ?? null,
    extension: row.extension_name,
    hidden: row.hidden === 1,
    locked: row.locked === 1,
    url: `${config.baseUrl}/lab/${row.number}`,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

async function commentsOf(
  db: Db,
  numbers: readonly number[],
  bodies: boolean,
): Promise<Map<number, IssueComment[]>> {
  const found = new Map<number, IssueComment[]>();
  if (numbers.length === 0) return found;
  const rows = await db.selectFrom("lab_comment")
    .select(["id", "issue_number", "author_user_id", "author_collective_id", "created_at"])
    .$if(bodies, (query) => query.select("body"))
    .where("issue_number", "in", numbers).orderBy("created_at").orderBy("id").execute();
  const nameOf = await authorNames(db, rows);
  for (const row of rows) {
    const comments = found.get(row.issue_number) ?? [];
    comments.push({
      id: row.id,
      authorUsername: nameOf(row),
      ...(row.body === undefined ? {} : { body: row.body }),
      createdAt: row.created_at,
    });
    found.set(row.issue_number, comments);
  }
  return found;
}

async function slugsOf(
  db: Db,
  rows: readonly Selectable<LabIssueTable>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.collective_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const found = await db.selectFrom("collective").select(["id", "slug"]).where("id", "in", ids)
    .execute();
  return new Map(found.map(({ id, slug }) => [id, slug]));
}

async function lifecycleOf(db: Db, number: number): Promise<LifecycleEntry[]> {
  const rows = await db.selectFrom("lab_lifecycle").selectAll()
    .where("issue_number", "=", number).orderBy("created_at").orderBy("id").execute();
  const nameOf = await authorNames(db, rows);
  return rows.map((row) => ({
    id: row.id,
    step: row.step,
    targetStatus: row.target_status,
    summary: row.summary,
    emoji: row.emoji,
    payload: JSON.parse(row.payload),
    body: row.body,
    isVerbose: row.verbose === 1,
    authorUsername: nameOf(row),
    createdAt: row.created_at,
  }));
}
