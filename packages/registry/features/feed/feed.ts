import { SvcError } from "@svc/core/error";
import type { z } from "zod";
import { authorOf } from "../../access/author/author.ts";
import { authorNames } from "../../access/author/names.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { readCursor, writeCursor } from "@svc/http/input";
import { orderedId } from "../../platform/store/ordered_id.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Post } from "./schema.ts";
import type { FeedPostTable } from "./tables.ts";

type PostRecord = z.input<typeof Post>;

/** What a reader asks of the feed. */
export interface FeedQuery {
  author?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Who reads: members see what their private collectives post. */
export interface FeedReader {
  userId: string | null;
  collectiveId: string | null;
}

/** A page of the feed, newest first. The cost is that of the page, not of the feed. */
export async function readFeed(
  db: Db,
  reader: FeedReader,
  { author, limit, cursor }: FeedQuery,
): Promise<{ posts: PostRecord[]; nextCursor: string | null }> {
  let query = visiblePosts(db, reader).orderBy("feed_post.created_at", "desc")
    .orderBy("feed_post.id", "desc").limit(limit + 1);
  if (author !== undefined) {
    query = query.where((where) =>
      where.or([
        where("feed_post.author_user_id", "=", (from) =>
          from.selectFrom("user").select("user.id").where("user.username", "=", author)),
        where("feed_post.author_collective_id", "=", (from) =>
          from.selectFrom("collective").select("collective.id")
            .where("collective.slug", "=", author)),
      ])
    );
  }
  if (cursor !== undefined) {
    const { at, id } = readCursor(cursor);
    query = query.where((where) =>
      where.or([
        where("feed_post.created_at", "<", at),
        where.and([where("feed_post.created_at", "=", at), where("feed_post.id", "<", id)]),
      ])
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nameOf = await authorNames(db, page);
  return {
    posts: page.map((row) => postView(row, nameOf)),
    nextCursor: rows.length > limit && last
      ? writeCursor({ at: last.created_at, id: last.id })
      : null,
  };
}

/** Submits a post as the caller, or as the collective the token acts as. */
export async function submitPost(
  db: Db,
  principal: Principal,
  post: { body: string; url?: string | undefined },
  now: Date,
): Promise<PostRecord> {
  const row = {
    id: orderedId(),
    ...authorOf(principal),
    body: post.body,
    url: post.url ?? null,
    created_at: now.toISOString(),
  };
  await db.insertInto("feed_post").values(row).execute();
  return postView(row, await authorNames(db, [row]));
}

function postView(
  row: FeedPostTable,
  nameOf: Awaited<ReturnType<typeof authorNames>>,
): PostRecord {
  return {
    id: row.id,
    author: nameOf(row),
    authorKind: row.author_user_id === null ? "collective" : "person",
    body: row.body,
    url: row.url,
    createdAt: row.created_at,
  };
}

/**
 * Deletes an own post.
 *
 * @throws SvcError `not_found`, the same for a post that is not there and somebody else's.
 */
export async function deletePost(db: Db, principal: Principal, id: string): Promise<void> {
  const author = authorOf(principal);
  const own = author.author_user_id !== null
    ? db.deleteFrom("feed_post").where("author_user_id", "=", author.author_user_id)
    : db.deleteFrom("feed_post").where("author_collective_id", "=", author.author_collective_id);
  const { numDeletedRows } = await own.where("id", "=", id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new SvcError("not_found", "You have no such post");
}

function visiblePosts(db: Db, reader: FeedReader) {
  return db.selectFrom("feed_post").selectAll("feed_post").where((where) =>
    where.or([
      where("feed_post.author_collective_id", "is", null),
      // Asked for each post of the page: there are far more collectives than posts on a page.
      where.exists(
        where.selectFrom("collective").select("collective.id")
          .whereRef("collective.id", "=", "feed_post.author_collective_id")
          .where("collective.deleted_at", "is", null)
          .where((each) =>
            each.or([
              each("collective.private", "=", 0),
              each("collective.id", "=", reader.collectiveId ?? ""),
              each("collective.id", "in", (members) =>
                members.selectFrom("collective_member").select("collective_member.collective_id")
                  .where("collective_member.user_id", "=", reader.userId ?? "")),
            ])
          ),
      ),
    ])
  );
}
