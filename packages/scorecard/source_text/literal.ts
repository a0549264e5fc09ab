import type { Tokens } from "./tokens.ts";

const ESCAPED: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
};

const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g;

/** The text of a string, or of a template without places to fill; undefined for another token. */
export function literalText({ types, values }: Tokens, at: number): string | undefined {
  const type = types[at];
  if (type !== "StringLiteral" && type !== "NoSubstitutionTemplate") return undefined;
  return cooked(values[at]!.slice(1, -1));
}

/** The content of a string or of a part of a template, its escapes resolved. */
export function cooked(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(ESCAPE, (_, braced?: string, four?: string, two?: string, other?: string) => {
    const code = braced ?? four ?? two;
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      return point > 0x10ffff ? "" : String.fromCodePoint(point);
    }
    // A line that is continued is none.
    return /[\r\n\u2028\u2029]/.test(other!) ? "" : ESCAPED[other!] ?? other!;
  });
}
