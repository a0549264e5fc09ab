import jsTokens, { type Token } from "js-tokens";
import { Unreadable } from "./unreadable.ts";

/** The tokens of a module that are code, with the partner of each bracket. */
export interface Tokens {
  values: readonly string[];
  types: readonly Token["type"][];
  /** At an opening bracket, the place of the one that closes it; 0 elsewhere. */
  closing: Uint32Array;
}

/** More tokens than a megabyte of sources that people write has. */
const MOST_TOKENS = 400_000;

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * Splits a module into tokens, without comments and white space, in time linear to its length.
 *
 * @throws Unreadable when brackets do not fit each other, or there are too many tokens
 */
export function tokensOf(source: string): Tokens {
  const values: string[] = [];
  const types: Token["type"][] = [];
  for (const { type, value } of jsTokens(source)) {
    if (type.endsWith("Comment") || type === "WhiteSpace" || type === "LineTerminatorSequence") {
      continue;
    }
    if (values.push(value) > MOST_TOKENS) throw new Unreadable("is too long to be read");
    types.push(type);
  }
  return { values, types, closing: partners(values, types) };
}

function partners(values: readonly string[], types: readonly Token["type"][]): Uint32Array {
  const closing = new Uint32Array(values.length);
  const open: number[] = [];
  for (const [at, value] of values.entries()) {
    const type = types[at];
    if (type === "TemplateHead" || type === "Punctuator" && /^[([{]$/.test(value)) open.push(at);
    const opener = type === "TemplateTail"
      ? "`"
      : type === "Punctuator" && /^[)\]}]$/.test(value)
      ? CLOSES[value]
      : undefined;
    if (opener === undefined) continue;
    const partner = open.pop();
    if (partner === undefined || values[partner]![0] !== opener) {
      throw new Unreadable(`has an unmatched '${value.slice(0, 1)}'`);
    }
    closing[partner] = at;
  }
  if (open.length > 0) throw new Unreadable("has an unclosed bracket");
  return closing;
}
