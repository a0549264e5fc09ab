import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const write = rowsWith({
  tag: "feed",
  credentials: BEARER_OR_SESSION,
  scope: "feed:write",
  role: "none",
});

/** Feed posts (spec §5.4 `feed:write`). */
export const FEED_POLICY = {
  "feed.list": {
    request: "GET /api/v1/feed",
    tag: "feed",
    credentials: ANYONE,
    role: "none",
    summary: "Read the feed, newest first",
  },
  "feed.create": write("POST /api/v1/feed", "Submit a post"),
  "feed.delete": write("DELETE /api/v1/feed/{postId}", "Delete an own post"),
} as const satisfies Record<string, WrittenRow>;
