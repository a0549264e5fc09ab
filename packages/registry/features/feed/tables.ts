import type { AuthorColumns } from "../../access/author/author.ts";

/** Feed posts. */
export interface FeedTables {
  feed_post: FeedPostTable;
}

declare module "../../platform/store/schema.ts" {
  interface Schema extends FeedTables {}
}

export interface FeedPostTable extends AuthorColumns {
  id: string;
  body: string;
  url: string | null;
  created_at: string;
}
