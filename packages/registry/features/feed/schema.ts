import { TEXT } from "@svc/http/input";
import { z } from "zod";

/** Longest post, in characters. */
const POST_CHARACTERS = 5000;

/** A post as everybody reads it. */
export const Post = z.object({
  id: z.uuid(),
  author: z.string().describe("A username, or a collective's slug"),
  authorKind: z.enum(["person", "collective"]),
  body: z.string(),
  url: z.string().nullable(),
  createdAt: z.iso.datetime(),
}).meta({
  id: "FeedPost",
  example: {
    id: "c1e8d0a4-4f0b-4d52-8a38-0a9c5f4a9a11",
    author: "acme",
    authorKind: "collective",
    body: "@acme/tools can now read pull requests.",
    url: null,
    createdAt: "2026-11-21T09:00:00.000Z",
  },
});

/** A new post. */
export const NewPost = z.strictObject({
  body: TEXT.min(1).max(POST_CHARACTERS),
  url: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(500).optional(),
});
