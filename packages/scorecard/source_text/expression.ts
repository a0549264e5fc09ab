import { cooked, literalText } from "./literal.ts";
import type { Place, Reader } from "./reader.ts";

/** Names that may lead to names, and brackets around brackets. */
const DEPTH = 32;

/** Words before an expression that do not change what it reads as. */
const BEFORE = /^(?:await|new)$/;

/**
 * The place of the object, list, text or call that an expression is, behind brackets and names. A call
 * of something unknown with an object, as in `defineModel({ … })`, is that object.
 */
export function settled(reader: Reader, place: Place, depth = DEPTH): Place {
  reader.step();
  const { module, at } = place;
  const { values, types, closing } = module.tokens;
  if (depth === 0) return place;
  if (values[at] === "(" && values[closing[at]! + 1] !== "=>") {
    return settled(reader, { module, at: at + 1 }, depth - 1);
  }
  if (types[at] !== "IdentifierName") return place;
  if (BEFORE.test(values[at]!)) return settled(reader, { module, at: at + 1 }, depth - 1);
  const named = reader.named(module, values[at]!);
  if (values[at + 1] === "." && named !== undefined) {
    const member = property(reader, named, values[at + 2]!, depth - 1);
    return member === undefined || isTail(values[at + 3])
      ? place
      : settled(reader, member, depth - 1);
  }
  if (values[at + 1] === "(" && values[at + 2] === "{") return { module, at: at + 2 };
  return named === undefined || isTail(values[at + 1]) ? place : settled(reader, named, depth - 1);
}

/** Whether a token goes on with an expression, so that it is not only what stands before. */
function isTail(token: string | undefined): boolean {
  return token !== undefined && /^(?:[.([+]|\?\.)$/.test(token);
}

/** One entry of an object. */
export interface Entry {
  key: string;
  place: Place;
}

/** The entries of an object as it is written, spread objects included; none for anything else. */
export function* entries(reader: Reader, of: Place, depth = DEPTH): Generator<Entry> {
  const { module, at: open } = settled(reader, of, depth);
  const { values, types, closing } = module.tokens;
  if (values[open] !== "{" || depth === 0) return;
  const end = closing[open]!;
  for (let at = open + 1; at < end; at = after(module.tokens, at, end)) {
    reader.step();
    if (values[at] === "...") {
      yield* entries(reader, { module, at: at + 1 }, depth - 1);
      continue;
    }
    while (/^(?:async|get|set|\*)$/.test(values[at]!) && !/^[:,(}]$/.test(values[at + 1]!)) at++;
    const key = types[at] === "IdentifierName" || types[at] === "NumericLiteral"
      ? values[at]!
      : literalText(module.tokens, at);
    if (key === undefined) continue;
    // A name alone is its own value; a method is not a value that could be read.
    if (values[at + 1] === ":") yield { key, place: { module, at: at + 2 } };
    else if (/^[,}]$/.test(values[at + 1]!)) yield { key, place: { module, at } };
  }
}

/** Where the part that begins at `at` has ended: behind the next comma outside of brackets. */
function after({ values, closing }: Place["module"]["tokens"], at: number, end: number): number {
  for (; at < end; at++) {
    if (closing[at]) at = closing[at]!;
    else if (values[at] === ",") return at + 1;
  }
  return end;
}

/** The last entry of an object with that key, as at run time. */
export function property(
  reader: Reader,
  of: Place,
  key: string,
  depth = DEPTH,
): Place | undefined {
  let found: Place | undefined;
  for (const entry of entries(reader, of, depth)) if (entry.key === key) found = entry.place;
  return found;
}

/** The elements of a list as it is written; none for anything else. */
export function* elements(reader: Reader, of: Place, depth = DEPTH): Generator<Place> {
  const { module, at: open } = settled(reader, of, depth);
  const { values, closing } = module.tokens;
  if (values[open] !== "[" || depth === 0) return;
  const end = closing[open]!;
  for (let at = open + 1; at < end; at = after(module.tokens, at, end)) {
    reader.step();
    if (values[at] === "...") yield* elements(reader, { module, at: at + 1 }, depth - 1);
    else yield { module, at };
  }
}

/**
 * The text that an expression is when it is written out: a string, a template, strings put together
 * with `+`, a list joined, or a name of one. Undefined for anything else.
 */
export function text(reader: Reader, of: Place | undefined, depth = 8): string | undefined {
  if (of === undefined || depth === 0) return undefined;
  const start = settled(reader, of);
  const { module } = start;
  const { values, closing } = module.tokens;
  const parts: string[] = [];
  for (let at = start.at;; at++) {
    reader.step();
    if (values[at] === "[") return joined(reader, { module, at }, depth);
    const part = literalText(module.tokens, at) ??
      (closing[at] ? undefined : text(reader, namedAt(reader, { module, at }), depth - 1));
    if (part !== undefined) parts.push(reader.keep(part));
    else if (module.tokens.types[at] === "TemplateHead") {
      const filled = template(reader, { module, at }, depth);
      if (filled === undefined) return undefined;
      parts.push(filled);
      at = closing[at]!;
    } else return undefined;
    if (values[at + 1] !== "+") return parts.join("");
    at++;
  }
}

/** The value of the name at a place that is only a name. */
function namedAt(reader: Reader, { module, at }: Place): Place | undefined {
  const { values, types } = module.tokens;
  if (types[at] !== "IdentifierName" || /^(?:[.([]|\?\.)$/.test(values[at + 1] ?? "")) {
    return undefined;
  }
  return reader.named(module, values[at]!);
}

/** A template with names of texts in its places. */
function template(reader: Reader, { module, at }: Place, depth: number): string | undefined {
  const { values, types, closing } = module.tokens;
  const parts = [reader.keep(cooked(values[at]!.slice(1, -2)))];
  for (const end = closing[at]!; at < end;) {
    const filled = text(reader, { module, at: at + 1 }, depth - 1);
    if (filled === undefined || !types[at + 2]?.startsWith("Template")) return undefined;
    at += 2;
    const tail = types[at] === "TemplateTail";
    parts.push(filled, reader.keep(cooked(values[at]!.slice(1, tail ? -1 : -2))));
  }
  return parts.join("");
}

/** A list of texts joined by one: `["a", "b"].join(" ")`. */
function joined(reader: Reader, of: Place, depth: number): string | undefined {
  const { values, closing } = of.module.tokens;
  const end = closing[of.at]!;
  if (values[end + 1] !== "." || values[end + 2] !== "join") return undefined;
  const by = literalText(of.module.tokens, end + 4) ?? ",";
  const parts = [...elements(reader, of)].map((place) => text(reader, place, depth - 1));
  return parts.includes(undefined) ? undefined : reader.keep(parts.join(by));
}

/** Every text of a list; those that are not written out are left out. */
export function texts(reader: Reader, of: Place | undefined): string[] {
  if (of === undefined) return [];
  return [...elements(reader, of)].flatMap((place) => text(reader, place) ?? []);
}
