import MarkdownIt from "markdown-it";
import { visibleText } from "@svc/core/text";
import { columns } from "../frame/columns.ts";
import { fitted } from "./fitted_table.ts";
import type { Paint } from "../frame/paint.ts";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** Characters of Markdown that are laid out; a longer text is shown as it was written. */
const LONGEST = 1_000_000;

/**
 * Markdown laid out for a terminal: headings in bold, lists and quotes set in, tables in columns, code
 * as it stands. The text may be anyone's: what could move a terminal's cursor is written out.
 *
 * @param width columns that tables are to fit in; 0 for any number
 */
export function terminalMarkdown(markdown: string, paint: Paint, width = 0): string {
  const text = visibleText(withoutBreaks(markdown));
  if (text.length > LONGEST) return text;
  const tokens = new MarkdownIt({ html: false, linkify: false, maxNesting: 50 }).parse(text, {});
  return blocks(tokens, { ...paint, width }).join("\n\n");
}

/**
 * Without the invisible spaces by which reports keep numbers, mentions and addresses from becoming
 * links: on a terminal nothing does, and they would be written out. Others stay, to be seen.
 */
function withoutBreaks(markdown: string): string {
  return markdown.replace(
    /(?<=[#@/]|\b(?:gh|www|mailto|xmpp))\u200b(?=[!-~])|(?<=[!-~])\u200b(?=@)/gi,
    "",
  );
}

/** How the text is painted, and the columns that it has. */
type Page = Paint & { readonly width: number };

/** The blocks of a level, each as its text. */
function blocks(tokens: readonly Token[], paint: Page): string[] {
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

function block(token: Token, inside: readonly Token[], paint: Page): string {
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
  paint: Page,
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

function table(tokens: readonly Token[], paint: Page): string {
  const rows: string[][] = [];
  for (const token of tokens) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type !== "inline") continue;
    const plain = inline([token], PLAIN).replaceAll("\n", " ");
    rows.at(-1)?.push(plain);
  }
  const cells = fitted(rows, paint.width);
  if (cells === undefined) return records(rows, paint);
  const [head, ...rest] = columns(cells);
  return [paint.bold(head ?? ""), ...rest].join("\n");
}

/** A table too wide for the terminal: each row as lines of its own. */
function records([heads = [], ...rows]: readonly string[][], { bold }: Paint): string {
  return rows.map((row) =>
    row.flatMap((cell, at) => cell === "" ? [] : [`${bold(heads[at] ?? "")}  ${cell}`]).join("\n")
  ).join("\n\n");
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
