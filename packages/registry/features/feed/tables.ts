import type { AuthorColumns } from "../../access/author/author.ts";

/** Feed posts. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    feed_post: FeedPostTable;
  }
}

export interface FeedPostTable extends AuthorColumns {
  id: string;
  body: string;
  url: string | null;
  created_at: string;
}
