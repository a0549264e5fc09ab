import * as z from "npm:zod@4.6.7";

/** Topics a repository may have. */
export const MOST_TOPICS = 20;

/** One topic, as the platform takes it. */
export const topicSchema: z.ZodString = z.string().regex(
  /^[a-z0-9][a-z0-9-]{0,49}$/,
  "a topic has lower-case letters, digits and '-', at most 50, and begins with a letter or a digit",
);
