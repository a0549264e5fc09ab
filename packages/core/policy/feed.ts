import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Feed posts (spec §5.4 `feed:write`). */
export const FEED_POLICY = {
  "feed.list": {
    method: "GET",
    path: "/api/v1/feed",
    tag: "feed",
    credentials: ANYONE,
    role: "none",
    summary: "Read the feed, newest first",
  },
  "feed.create": {
    method: "POST",
    path: "/api/v1/feed",
    tag: "feed",
    credentials: BEARER_OR_SESSION,
    scope: "feed:write",
    role: "none",
    summary: "Submit a post",
  },
  "feed.delete": {
    method: "DELETE",
    path: "/api/v1/feed/{postId}",
    tag: "feed",
    credentials: BEARER_OR_SESSION,
    scope: "feed:write",
    role: "none",
    summary: "Delete an own post",
  },
} as const satisfies Record<string, PolicyRow>;
