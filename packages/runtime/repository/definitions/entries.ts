import { normalizeType } from "@svc/core/type";
import { relativeInside } from "../../base/files/path.ts";
import type { Repository } from "../repository.ts";
import type { DefinitionEntry } from "./definition.ts";
import { type DefinitionFile, definitionFiles, LARGEST, textOf } from "./files.ts";

/** A file below `behaviors/` from which no behavior can be told. */
interface BrokenFile {
  /** Absolute. */
  path: string;
  /** In words, with the line. */
  problem: string;
}

/** What the files of a repository are, by path. */
export interface Entries {
  entries: DefinitionEntry[];
  broken: BrokenFile[];
}

/**
 * The behaviors of a repository by the name and id inside their files. There is no list of them beside
 * the files: reading 2,000 takes as long as asking whether they have changed, 15 ms.
 *
 * @param options `thorough` has a YAML parser read every file, rather than only unusual ones
 */
export async function definitionEntries(
  repository: Repository,
  options: { thorough?: boolean } = {},
): Promise<Entries> {
  const { mayRead } = repository;
  const all = await allEntries(repository, options.thorough ?? false);
  return mayRead === undefined ? all : readable(all.entries, mayRead);
}

async function allEntries(repository: Repository, thorough: boolean): Promise<Entries> {
  const entries: DefinitionEntry[] = [];
  const broken: BrokenFile[] = [];
  for (const file of definitionFiles(repository)) {
    const told = await entryOf(file, thorough);
    if (told === undefined) continue;
    if ("problem" in told) broken.push(told);
    else entries.push(told);
  }
  return { entries, broken };
}

/**
 * What somebody sees who may not see all. Not a broken file, as nobody can say whose it is, nor a
 * behavior that has the id of a hidden one: the data belongs to the id.
 */
function readable(all: readonly DefinitionEntry[], mayRead: (name: string) => boolean): Entries {
  const hidden = new Set(
    all.filter(({ name }) => !mayRead(name)).map(({ id }) => id.toLowerCase()),
  );
  return { entries: all.filter(({ id }) => !hidden.has(id.toLowerCase())), broken: [] };
}

async function entryOf(
  { path, automatic, bytes }: DefinitionFile,
  thorough: boolean,
): Promise<DefinitionEntry | BrokenFile | undefined> {
  if (bytes > LARGEST) {
    return { path, problem: `has ${bytes} bytes; a behavior has at most ${LARGEST}` };
  }
  const text = textOf(path);
  if (text === undefined) return undefined;
  const { type, ...plain } = (thorough ? undefined : plainly(text)) ?? await parsed(text);
  if ("problem" in plain) return { path, problem: plain.problem! };
  return { ...plain, type: normalizeType(type!), path, automatic } as DefinitionEntry;
}

/** Texts that YAML reads as they stand, without quotes. */
const PLAIN = "[A-Za-z][\\w./-]*";
const VALUE = `(?:"([\\w@./-]+)"|'([\\w@./-]+)'|(${PLAIN}|[0-9a-f]{8}-[0-9a-f-]{27}))`;
const LINES = {
  type: new RegExp(`^type:[ \\t]+${VALUE}[ \\t]*(?:#.*)?\\r?$`, "gm"),
  id: new RegExp(`^id:[ \\t]+${VALUE}[ \\t]*(?:#.*)?\\r?$`, "gm"),
  name: new RegExp(`^name:[ \\t]+${VALUE}[ \\t]*(?:#.*)?\\r?$`, "gm"),
};
const WORDS = /^(?:null|true|false)$/i;

/**
 * Name, id and type where each stands on a line of its own, as svc and nearly everybody writes them; a
 * YAML parser takes a hundred times as long. Whoever uses a definition reads its file whole.
 */
function plainly(text: string): { id: string; name: string; type: string } | undefined {
  const found: Partial<Record<keyof typeof LINES, string>> = {};
  for (const key of ["type", "id", "name"] as const) {
    const hits = [...text.matchAll(LINES[key])];
    if (hits.length !== 1) return undefined;
    const [, double, single, bare] = hits[0]!;
    const value = double ?? single ?? bare!;
    if (bare !== undefined && WORDS.test(bare)) return undefined;
    found[key] = value;
  }
  return found as { id: string; name: string; type: string };
}

type Parsed =
  | { id: string; name: string; type: string; problem?: undefined }
  | { problem: string; type?: undefined };

async function parsed(text: string): Promise<Parsed> {
  const { problemText, readYamlMapping } = await import("./yaml.ts");
  const read = await readYamlMapping(text);
  if ("problem" in read) return { problem: problemText(read.problem) };
  const { id, name, type } = read.mapping.value;
  for (const [key, value] of Object.entries({ type, id, name })) {
    if (typeof value !== "string" || value === "") return { problem: `${key} is missing` };
  }
  return { id, name, type } as { id: string; name: string; type: string };
}

/** A path as errors show it: from the root of the repository. */
export function shownPath(repository: Repository, path: string): string {
  return relativeInside(repository.root, path) ?? path;
}
