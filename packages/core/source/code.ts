import jsTokens, { type Token } from "js-tokens";
import { slashReader } from "./slash.ts";

/** A module's text as a reader of code sees it. Offsets and lines are those of the text. */
export interface SourceCode {
  /** The text with each comment replaced by spaces. */
  code: string;
  /** {@link code} with the content of strings and templates replaced by spaces as well. */
  bare: string;
  /** Places where the text may be other code than it was read as, in order. */
  doubts: Doubt[];
}

/** A place that a reader without the grammar of TypeScript cannot be sure of. */
export interface Doubt {
  offset: number;
  /** A `/` that both divides and opens a pattern, or a name written with escapes. */
  about: "slash" | "escape";
}

/**
 * Reads a TypeScript or JavaScript text in time linear to its length. Never fails: a text that is no
 * code is read all the same. Where the two meanings of a `/` would lead to different code and only a
 * parser could tell which it is, the place is among the doubts, so that nothing hides behind it.
 */
export function readSource(source: string): SourceCode {
  const code = replacer(source);
  const bare = replacer(source);
  const doubts: Doubt[] = [];
  const slashes = slashReader(source);
  let offset = 0;
  for (const token of jsTokens(source)) {
    const { type, value } = token;
    if (slashes.isDoubtful(token, offset)) doubts.push({ offset, about: "slash" });
    if (isEscapedName(token)) doubts.push({ offset, about: "escape" });
    if (COMMENTS.has(type)) {
      const spaces = blank(value);
      code.replace(offset, spaces);
      bare.replace(offset, spaces);
    } else if (TEXTS.has(type)) bare.replace(offset, withoutContent(token));
    offset += value.length;
  }
  return { code: code.text(), bare: bare.text(), doubts };
}

/** Puts other text of the same length at places of a text, in order, without a copy for each. */
function replacer(source: string) {
  const parts: string[] = [];
  let taken = 0;
  return {
    replace(offset: number, text: string): void {
      parts.push(source.slice(taken, offset), text);
      taken = offset + text.length;
    },
    text: (): string => parts.join("") + source.slice(taken),
  };
}

const COMMENTS: ReadonlySet<Token["type"]> = new Set([
  "HashbangComment",
  "MultiLineComment",
  "SingleLineComment",
]);

/** Literals of text; those of patterns are code. */
const TEXTS: ReadonlySet<Token["type"]> = new Set([
  "NoSubstitutionTemplate",
  "StringLiteral",
  "TemplateHead",
  "TemplateMiddle",
  "TemplateTail",
]);

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
  }
  return line;
}

function isEscapedName({ type, value }: Token): boolean {
  return (type === "IdentifierName" || type === "PrivateIdentifier") && value.includes("\\");
}

/** A literal of which only the marks at its ends are left. */
function withoutContent({ type, value }: Token): string {
  const closing = /(?:Head|Middle)$/.test(type) ? "${" : value[0] === "}" ? "`" : value[0]!;
  const end = value.length > 1 && value.endsWith(closing) ? closing.length : 0;
  const content = value.slice(1, value.length - end);
  return value[0] + blank(content) + value.slice(value.length - end);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) => " ".repeat(line.length));
}
