import type { AnyNode } from "acorn";
import type { ClassNode, FunctionNode } from "../syntax/node.ts";

/** A part of a text that the code does not spell out. */
export interface Hole {
  /**
   * What stands there: a global argument, a setting of a vault or datastore, an environment variable,
   * the home folder, the repository's folder, a temporary folder of the run, a file that the extension
   * brings along, nothing as a setting was left out, or something computed.
   */
  hole:
    | "globalArgs"
    | "config"
    | "env"
    | "home"
    | "repository"
    | "temporary"
    | "extension"
    | "nothing"
    | "computed";
  name?: string;
}

/** A piece of a text: as it is written, or a hole. */
export type Part = string | Hole;

/** What an expression can be, as far as the code tells. */
export type Value =
  | { is: "text"; parts: readonly Part[] }
  /** Of the platform: `Deno.env.get`, `node:fs.readFile`; `""` is the global object. */
  | { is: "api"; path: string }
  | { is: "object"; node: Extract<AnyNode, { type: "ObjectExpression" }> }
  | { is: "array"; elements: readonly AnyNode[] }
  | { is: "function"; node: FunctionNode }
  | { is: "class"; node: ClassNode }
  | { is: "instance"; of: ClassNode }
  | { is: "globalArgs" }
  /** The configuration of a vault or datastore. */
  | { is: "config" }
  | { is: "unknown" };

/** More than these are as good as computed. */
const MOST = 16;

/** What nothing is known of. */
export const UNKNOWN: Value = { is: "unknown" };

/** A text of one hole. */
export function holeText(hole: Hole["hole"], name?: string): Value {
  return { is: "text", parts: [name === undefined ? { hole } : { hole, name }] };
}

/** A text as it is written. */
export function plainText(text: string): Value {
  return { is: "text", parts: [text] };
}

/** What a text is put together from: an empty one is what stands there when a setting was left out. */
export function pieces(values: readonly Value[]): readonly Value[] {
  return values.map((value) => literalOf(value) === "" ? holeText("nothing") : value);
}

/** The text of a value when it is written out in full. */
export function literalOf(value: Value): string | undefined {
  if (value.is !== "text") return undefined;
  return value.parts.every((part) => typeof part === "string") ? value.parts.join("") : undefined;
}

/** All of them once, cut to what is worth looking at. */
export function union(...lists: readonly (readonly Value[])[]): Value[] {
  const kept: Value[] = [];
  for (const list of lists) {
    for (const value of list) {
      if (kept.some((other) => same(other, value))) continue;
      if (kept.length === MOST) return [...kept, UNKNOWN];
      kept.push(value);
    }
  }
  return kept;
}

function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.is !== b.is) return false;
  switch (a.is) {
    case "text":
      return JSON.stringify(a.parts) === JSON.stringify((b as typeof a).parts);
    case "api":
      return a.path === (b as typeof a).path;
    case "array":
      return a.elements === (b as typeof a).elements;
    case "instance":
      return a.of === (b as typeof a).of;
    case "globalArgs":
    case "config":
    case "unknown":
      return true;
    default:
      return a.node === (b as typeof a).node;
  }
}

/** Longest text that is put together, in characters: no entry is longer. */
const LONGEST = 4000;

/** Every way to write one text after another. */
export function concatenated(pieces: readonly (readonly Value[])[], between = ""): Value[] {
  let texts: Part[][] = [[]];
  for (const [index, piece] of pieces.entries()) {
    const ends = piece.length === 0 ? [[{ hole: "computed" } as const]] : piece.map(partsOf);
    const joined = texts.flatMap((start) =>
      ends.map((end) => merged([...start, ...(index === 0 ? [] : [between]), ...end]))
    );
    texts = joined.slice(0, MOST);
  }
  return union(texts.map((parts): Value => ({ is: "text", parts })));
}

function partsOf(value: Value): readonly Part[] {
  return value.is === "text" ? value.parts : [{ hole: "computed" }];
}

function isNothing(part: Part | undefined): boolean {
  return typeof part === "object" && part.hole === "nothing";
}

function merged(parts: readonly Part[]): Part[] {
  const list: Part[] = [];
  let length = 0;
  for (const part of parts) {
    if (part === "" || (list.length > 0 && isNothing(part))) continue;
    // What was left out matters where the rest would pass for a path from the root.
    if (
      list.length === 1 && isNothing(list[0]) && !(typeof part === "string" && part.startsWith("/"))
    ) list.shift();
    const last = list.at(-1);
    length += typeof part === "string" ? part.length : 1;
    if (length > LONGEST) return [...list, { hole: "computed" }];
    if (typeof part === "string" && typeof last === "string") list[list.length - 1] = last + part;
    else list.push(part);
  }
  return list;
}
