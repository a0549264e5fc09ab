import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { cursorField, pageSize } from "@svc/http/input";
import { deletePost, readFeed, submitPost } from "./feed.ts";
import { NewPost, Post } from "./schema.ts";

const list = defineEndpoint({
  key: "feed.list",
  query: z.strictObject({
    author: z.string().min(1).max(64).optional().describe("A username or a collective's slug"),
    limit: pageSize(100, 20),
    cursor: cursorField,
  }),
  response: z.object({ posts: z.array(Post), nextCursor: z.string().nullable() }),
  errors: ["validation_failed"],
  cache: { shows: ["feed", "profiles"], seconds: 60, free: true },
  description: "Posts of a private collective are visible to its members only.",
  async handle({ services, principal, query }) {
    const collectiveId = principal.kind === "collectiveToken" ? principal.collective.id : null;
    const reader = { userId: userOf(principal)?.id ?? null, collectiveId };
    return await readFeed(services.db, reader, query);
  },
});

const create = defineEndpoint({
  key: "feed.create",
  status: 201,
  body: NewPost,
  response: z.object({ post: Post }),
  description: "A collective token posts as its collective.",
  async handle({ services, principal, body }) {
    const post = await submitPost(services.db, principal, body, services.now());
    services.events.emit("feed.changed", {});
    return { post };
  },
});

const remove = defineEndpoint({
  key: "feed.delete",
  params: z.object({ postId: z.uuid() }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    await deletePost(services.db, principal, params.postId);
    services.events.emit("feed.changed", {});
    return { deleted: true as const };
  },
});

/** The feed's interface. */
export const FEED_ENDPOINTS: readonly Endpoint[] = [list, create, remove];
