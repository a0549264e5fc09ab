import type * as z from "npm:zod@4.6.7";
import type { DataReader } from "../context.ts";
import { furtherParts } from "../documents/parts.ts";
import { resourcePages } from "../documents/resource_pages.ts";
import { markdownText } from "../markdown.ts";
import { markdownTable } from "./table.ts";

/** A stored document that a report cannot use. */
export interface BrokenDocument {
  name: string;
  problem: string;
}

/** Documents asked for at a time. */
const PAGE = 500;

/** How documents are read, and where those that cannot be used are listed. */
interface Reading<T> {
  schema: z.ZodType<T>;
  broken: BrokenDocument[];
}

/**
 * The newest versions of an output, by name and page by page; broken ones are listed, not given.
 *
 * @param place the output, and the beginning of their names
 */
export async function* storedDocuments<T>(
  reader: DataReader,
  { spec, prefix }: { spec: string; prefix: string },
  { schema, broken }: Reading<T>,
): AsyncGenerator<{ name: string; document: T }> {
  for await (const page of resourcePages(reader, spec, { prefix })) {
    for (const { name, attributes } of page) {
      const document = checked(name, attributes, schema, broken);
      if (document !== null) yield { name, document };
    }
  }
}

/** Documents by name, in the order given; null for what is absent or broken. */
export async function readDocuments<T>(
  reader: DataReader,
  names: readonly string[],
  { schema, broken }: Reading<T>,
): Promise<(T | null)[]> {
  const documents: (T | null)[] = [];
  for (let at = 0; at < names.length; at += PAGE) {
    const some = names.slice(at, at + PAGE);
    const read = await reader.readResources(some).catch(() => undefined) ??
      await readEach(reader, some, broken);
    documents.push(...some.map((name, index) => {
      const content = read[index];
      return content === null || content === undefined
        ? null
        : checked(name, content, schema, broken);
    }));
  }
  return documents;
}

/** A list that is stored in parts. */
export interface Parts<T> {
  /** Those that are there, in order. */
  parts: T[];
  /** Their names. */
  sources: string[];
  /** False when one is absent or broken. */
  whole: boolean;
}

/** Lists in parts, by the names of their first ones, in the order given; null without a first one. */
export async function* readParts<T extends { parts: number }>(
  reader: DataReader,
  names: readonly string[],
  reading: Reading<T>,
): AsyncGenerator<Parts<T> | null> {
  for (const [index, first] of (await readDocuments(reader, names, reading)).entries()) {
    if (first === null) {
      yield null;
      continue;
    }
    const all = [names[index]!, ...furtherParts(names[index]!, first.parts)];
    const found = [first, ...await readDocuments(reader, all.slice(1), reading)];
    const parts = found.filter((part) => part !== null);
    const sources = all.filter((_, at) => found[at] !== null);
    yield { parts, sources, whole: parts.length === found.length };
  }
}

/** As {@link readParts}, of one list. */
export async function readList<T extends { parts: number }>(
  reader: DataReader,
  name: string,
  reading: Reading<T>,
): Promise<Parts<T> | null> {
  const [list = null] = await Array.fromAsync(readParts(reader, [name], reading));
  return list;
}

/** What cannot even be read as JSON fails all that is read with it: one by one it is found. */
async function readEach(
  reader: DataReader,
  names: readonly string[],
  broken: BrokenDocument[],
): Promise<unknown[]> {
  const contents: unknown[] = [];
  for (const name of names) {
    try {
      contents.push(...await reader.readResources([name]));
    } catch (error) {
      broken.push({ name, problem: error instanceof Error ? error.message : String(error) });
      contents.push(null);
    }
  }
  return contents;
}

/** The section of a report that lists them; none when there are none. */
export function brokenSection(broken: readonly BrokenDocument[]): string[] {
  if (broken.length === 0) return [];
  const rows = broken.map(({ name, problem }) => [markdownText(name), markdownText(problem)]);
  return ["## Not readable", markdownTable(["Document", "Problem"], rows)];
}

function checked<T>(
  name: string,
  content: unknown,
  schema: z.ZodType<T>,
  broken: BrokenDocument[],
): T | null {
  const { success, data, error } = schema.safeParse(content);
  if (success) return data;
  const { path, message } = error.issues[0]!;
  broken.push({ name, problem: `${message} at ${path.join(".") || "the document"}` });
  return null;
}
