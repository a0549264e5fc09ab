import * as z from "npm:zod@4.6.7";

/** Slack's own limits for a message made of blocks, and below them what is used of one. */
export const LIMITS = {
  /** Blocks of a message. */
  blocks: 50,
  /** Characters of a header. */
  header: 150,
  /** Characters of a section's text. */
  section: 3_000,
  /** Elements of a context block. */
  contextElements: 10,
  /** Characters of the text that stands in for the blocks, for example in a notification. */
  text: 4_000,
  /** Characters of all blocks together. The service refuses about 13,000 and says so nowhere. */
  message: 12_000,
} as const;

/** The blocks that are used. */
export type Block =
  | { type: "header"; text: { type: "plain_text"; text: string; emoji: false } }
  | { type: "context"; elements: MarkupText[] }
  | { type: "section"; text: MarkupText };

const markupSchema = z.object({
  type: z.literal("mrkdwn"),
  text: z.string(),
  verbatim: z.literal(true),
});

/** Text with markup. `verbatim` keeps names and addresses in it from becoming mentions and links. */
export type MarkupText = z.infer<typeof markupSchema>;

/** Schema of a {@linkcode Payload}. */
export const payloadSchema = z.object({
  text: z.string(),
  blocks: z.array(z.union([
    z.object({
      type: z.literal("header"),
      text: z.object({ type: z.literal("plain_text"), text: z.string(), emoji: z.literal(false) }),
    }),
    z.object({ type: z.literal("context"), elements: z.array(markupSchema) }),
    z.object({ type: z.literal("section"), text: markupSchema }),
  ])),
});

/** A message: blocks, and the text that stands in for them. */
export type Payload = z.infer<typeof payloadSchema>;

/** A text with markup, cut to nothing: callers keep to {@link LIMITS}. */
export function markup(text: string): MarkupText {
  return { type: "mrkdwn", text, verbatim: true };
}
