import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

const WRITE = {
  tag: "feed",
  credentials: BEARER_OR_SESSION,
  scope: "feed:write",
  role: "none",
} as const;

/** Feed posts (spec §5.4 `feed:write`). */
export const FEED_POLICY = {
  "feed.list": {
    request: "GET /api/v1/feed",
    tag: "feed",
    credentials: ANYONE,
    role: "none",
    summary: "Read the feed, newest first",
  },
  "feed.create": {
    ...WRITE,
    request: "POST /api/v1/feed",
    summary: "Submit a post",
  },
  "feed.delete": {
    ...WRITE,
    request: "DELETE /api/v1/feed/{postId}",
    summary: "Delete an own post",
  },
} as const satisfies Record<string, WrittenRow>;
