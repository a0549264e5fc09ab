import MarkdownIt from "markdown-it";

/**
 * CommonMark's blocks and nothing inside them: inline markup costs time and has no fences. The time is
 * linear in the text, and what is nested in more than twenty lists and quotes is not looked at.
 */
const blocks = new MarkdownIt("commonmark");
blocks.core.ruler.enableOnly(["normalize", "block"]);

/**
 * Counts the fenced code blocks of a Markdown text as CommonMark defines them (section 4.5): of
 * backticks or tildes, indented up to three spaces, with any info string, in lists and quotes, and
 * to the end of what contains it when no fence closes it.
 */
export function countCodeBlocks(markdown: string): number {
  return blocks.parse(markdown, {}).filter(({ type }) => type === "fence").length;
}
