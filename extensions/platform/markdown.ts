import { httpsAddress } from "./https_address.ts";
import { withoutReferences } from "./invisible.ts";
import { terminalLine, terminalText } from "./terminal.ts";

/**
 * Text of a stranger as one line of Markdown that shows just that text: no markup, no HTML, no
 * link, no mention. It may stand in a paragraph, a heading, a list or a cell of a table.
 */
export function markdownText(text: string): string {
  return withoutReferences(terminalLine(text))
    .replace(/[\\`*_{}[\]()<>#|!~&$]/g, "\\$&")
    // What starts a list or underlines a heading does so only at the start of a line.
    .replace(/^(\d{1,9})([.)])/, "$1\\$2")
    .replace(/^[-+=:]/, "\\$&");
}

/** A link with a stranger's text; an address that is not https is left out. */
export function markdownLink(text: string, address: string): string {
  const target = httpsAddress(address);
  return target === undefined ? markdownText(text) : `[${markdownText(text)}](${target})`;
}

/**
 * Text as a code span on one line, with a fence longer than any run of backticks in it.
 *
 * @param place in a table a `|` ends the cell even inside of a code span, unless it is escaped
 */
export function markdownCode(text: string, place: "text" | "table" = "text"): string {
  const line = terminalLine(text);
  if (line === "") return "";
  const code = place === "table" ? line.replace(/(?<!\\)\\*\|/g, escapedBar) : line;
  const fence = "`".repeat(longestRun(code) + 1);
  const space = /^`|`$/.test(code) ? " " : "";
  return `${fence}${space}${code}${space}${fence}`;
}

/** Text as a code block. It keeps its lines and ends with one. */
export function markdownCodeBlock(text: string): string {
  const code = withoutLastLineEnds(terminalText(text));
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return code === "" ? `${fence}\n${fence}\n` : `${fence}\n${code}\n${fence}\n`;
}

/** A backslash before the bar would escape the escape: such bars are shown as the broken bar. */
function escapedBar(bar: string): string {
  return bar.length === 1 ? "\\|" : `${bar.slice(0, -1)}¦`;
}

/** The text without line ends at its end. A pattern would look at every line end of the text. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
