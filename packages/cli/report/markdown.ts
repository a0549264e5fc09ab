import MarkdownIt from "markdown-it";
import { visibleText } from "@svc/core/text";
import { columns } from "../frame/columns.ts";
import type { Paint } from "../frame/paint.ts";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** Characters of Markdown that are laid out; a longer text is shown as it was written. */
const LONGEST = 1_000_000;

/** What a cell of a table may take of a line. */
const WIDEST_CELL = 60;

/**
 * Markdown laid out for a terminal: headings in bold, lists and quotes set in, tables in columns, code
 * as it stands. The text may be anyone's: what could move a terminal's cursor is written out.
 */
export function terminalMarkdown(markdown: string, paint: Paint): string {
  const text = visibleText(markdown);
  if (text.length > LONGEST) return text;
  const tokens = new MarkdownIt({ html: false, linkify: false, maxNesting: 50 }).parse(text, {});
  return blocks(tokens, paint).join("\n\n");
}

/** The blocks of a level, each as its text. */
function blocks(tokens: readonly Token[], paint: Paint): string[] {
  const found: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const end = closing(tokens, at);
    const text = block(tokens[at]!, tokens.slice(at + 1, end), paint);
    if (text !== "") found.push(text);
    at = Math.max(end, at) + 1;
  }
  return found;
}

/** Where what opens at `at` is closed; itself for what opens nothing. */
function closing(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    depth += tokens[index]!.nesting;
    if (depth <= 0) return index;
  }
  return tokens.length;
}

function block(token: Token, inside: readonly Token[], paint: Paint): string {
  switch (token.type) {
    case "heading_open":
      return paint.bold(inline(inside, paint));
    case "paragraph_open":
      return inline(inside, paint);
    case "inline":
      return inline([token], paint);
    case "fence":
    case "code_block":
      return setIn(token.content.trimEnd(), "    ");
    case "hr":
      return paint.dim("―".repeat(20));
    case "blockquote_open":
      return setIn(blocks(inside, paint).join("\n\n"), "> ");
    case "bullet_list_open":
      return items(inside, paint, () => "- ");
    case "ordered_list_open": {
      const first = Number(token.attrGet("start") ?? 1);
      return items(inside, paint, (index) => `${first + index}. `);
    }
    case "table_open":
      return table(inside, paint);
    default:
      return token.content;
  }
}

function items(
  tokens: readonly Token[],
  paint: Paint,
  mark: (index: number) => string,
): string {
  const lines: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const end = closing(tokens, at);
    const sign = mark(lines.length);
    const text = blocks(tokens.slice(at + 1, end), paint).join("\n");
    lines.push(`${sign}${setIn(text, " ".repeat(sign.length)).trimStart()}`);
    at = end + 1;
  }
  return lines.join("\n");
}

function table(tokens: readonly Token[], paint: Paint): string {
  const rows: string[][] = [];
  for (const token of tokens) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type !== "inline") continue;
    const plain = inline([token], PLAIN).replaceAll("\n", " ");
    rows.at(-1)?.push(plain.length > WIDEST_CELL ? `${plain.slice(0, WIDEST_CELL - 1)}…` : plain);
  }
  const [head, ...rest] = columns(rows);
  return [paint.bold(head ?? ""), ...rest].join("\n");
}

const PLAIN: Paint = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
};

/** Text with its emphasis; a link stands with its address. */
function inline(tokens: readonly Token[], paint: Paint): string {
  return tokens.map((token) => spans(token.children ?? [], paint)).join("");
}

function spans(tokens: readonly Token[], paint: Paint): string {
  let text = "";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const end = closing(tokens, at);
    const inside = tokens.slice(at + 1, end);
    switch (token.type) {
      case "strong_open":
        text += paint.bold(spans(inside, PLAIN));
        break;
      case "link_open": {
        const label = spans(inside, paint);
        const address = token.attrGet("href") ?? "";
        text += label === address ? label : `${label} (${address})`;
        break;
      }
      case "softbreak":
      case "hardbreak":
        text += "\n";
        break;
      case "image":
        text += `[${token.content}]`;
        break;
      default:
        text += token.nesting === 1 ? spans(inside, paint) : token.content;
    }
    at = Math.max(end, at);
  }
  return text;
}

function setIn(text: string, indent: string): string {
  return text.split("\n").map((line) => `${indent}${line}`.trimEnd()).join("\n");
}
