import { isSvcError } from "@svc/core/error";
import { assertFlat, isTooDeep, nestedTooDeeply } from "@svc/core/json";
import type { Document, LineCounter, YAMLParseError } from "yaml";
import { LARGEST } from "./files.ts";

/** Names for parts of a file; each use of one is looked up among all. */
const MOST_ANCHORS = 200;

/** What is wrong in a YAML text. */
interface YamlProblem {
  message: string;
  /** From 1; absent when it is about the whole text. */
  line?: number;
}

/** A problem in words, with its line. */
export function problemText({ line, message }: YamlProblem): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

/** A YAML text: its value, and the document that knows lines and comments. */
interface YamlText<Value = unknown> {
  value: Value;
  document: Document;
  lines: LineCounter;
}

/** A YAML mapping. */
export type YamlMapping = YamlText<Record<string, unknown>>;

/** Reads a YAML mapping, as {@linkcode readYaml} does. */
export async function readYamlMapping(
  text: string,
): Promise<{ mapping: YamlMapping } | { problem: YamlProblem }> {
  const read = await readYaml(text);
  if ("problem" in read) return read;
  const { value, ...parts } = read.text;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: { message: "must be a YAML mapping" } };
  }
  return { mapping: { value: value as Record<string, unknown>, ...parts } };
}

/**
 * Reads a value in YAML. The text may be a stranger's: what would take long to read is refused before.
 * Aliases and merge keys (`<<`) are resolved; a key that stands twice is a problem.
 */
export async function readYaml(
  text: string,
): Promise<{ text: YamlText } | { problem: YamlProblem }> {
  const problem = costly(text);
  if (problem !== undefined) return { problem: { message: problem } };
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  try {
    const document = yaml.parseDocument(text, {
      merge: true,
      // The library compares each key with each; twice() reads them once.
      uniqueKeys: false,
      lineCounter: lines,
      prettyErrors: false,
    });
    const [error] = document.errors;
    if (error) {
      if (isTooDeep(error)) throw error;
      return { problem: { message: inWords(error), line: lines.linePos(error.pos[0]).line } };
    }
    const again = twice(yaml, document);
    if (again) {
      const line = lines.linePos(again.offset).line;
      return { problem: { message: `${again.key} appears twice`, line } };
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (isEndless(value)) return { problem: { message: "an alias refers to a part around it" } };
    assertFlat(value);
    return { text: { value, document, lines } };
  } catch (error) {
    const words = isTooDeep(error) || isSvcError(error)
      ? nestedTooDeeply().message
      : error instanceof Error
      ? error.message.split("\n")[0]!
      : String(error);
    return { problem: { message: words } };
  }
}

/** The library's words; names with their '@' are what people leave the quotes out at. */
function inWords({ message }: YAMLParseError): string {
  return message.endsWith("reserved character @")
    ? `${message}: put it in quotes, as in "@acme/name"`
    : message;
}

/** Why a text is not read at all, or undefined. */
function costly(text: string): string | undefined {
  if (text.length > LARGEST) {
    return `has ${text.length} characters; at most ${LARGEST} are read. ` +
      "Put large texts in files of their own";
  }
  const anchors = text.match(/(?:^|[\s[{,:-])&[^\s]/gm)?.length ?? 0;
  return anchors > MOST_ANCHORS
    ? `names more than ${MOST_ANCHORS} of its parts with '&'`
    : undefined;
}

/** True for a value that holds itself. */
function isEndless(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return false;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}

/** The first key that a mapping has twice. */
function twice(
  yaml: typeof import("yaml"),
  document: Document,
): { key: string; offset: number } | undefined {
  let found: { key: string; offset: number } | undefined;
  yaml.visit(document, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!yaml.isScalar(key) || key.value === "<<") continue;
        const name = String(key.value);
        if (seen.has(name)) {
          found = { key: name, offset: key.range?.[0] ?? 0 };
          return yaml.visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
}

/**
 * The line of a value in a file, from 1: of the nearest part above it that is there.
 *
 * @param path keys and places, from the top
 */
export async function lineOf(
  { document, lines }: YamlMapping,
  path: readonly (string | number)[],
): Promise<number> {
  const { isMap, isPair, isScalar, isSeq } = await import("yaml");
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) =>
        isScalar(key) && String(key.value) === String(part)
      );
      if (!isPair(pair)) break;
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)];
      if (item === undefined) break;
      offset = (item as { range?: [number] | null }).range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return lines.linePos(offset).line;
}
