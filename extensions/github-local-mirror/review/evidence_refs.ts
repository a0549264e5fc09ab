import { PlatformFailure } from "../../platform/failure.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { commitAt, fileExistsAt } from "../../platform/git/commits.ts";
import { type Objects } from "../objects/mod.ts";

/** What a reference means: a line of a file, or a commit. */
type Meaning = { path: string; line: number } | { commit: string };

/** Looks for what references name, so that a test needs no repository. */
export interface Lookup {
  /** The full id of a commit, or undefined. */
  commit(id: string): Promise<string | undefined>;
  /** Whether a file of the head has this line. */
  line(path: string, line: number): Promise<boolean>;
}

/** Looks in the mirror's repository, at one head. */
export function lookupAt(objects: Objects, headSha: string): Lookup {
  return {
    commit: (id) => commitAt(objects, id),
    async line(path, line) {
      try {
        return await fileExistsAt(objects, headSha, path, line);
      } catch (error) {
        // A file that is too large to be looked at has no line that anybody could look up.
        if (error instanceof PlatformFailure && error.code === "too_large") return false;
        throw error;
      }
    },
  };
}

/**
 * References that exist, each once and commits by their full ids.
 *
 * @throws PlatformFailure `refused` that names all that do not exist or are no references
 */
export async function existingRefs(refs: readonly string[], lookup: Lookup): Promise<string[]> {
  const wrong: string[] = [];
  const found: string[] = [];
  const known = new Map<string, Lines>();
  for (const ref of new Set(refs)) {
    const meaning = meaningOf(ref);
    const exists = meaning === undefined ? undefined : await find(ref, meaning, lookup, known);
    if (exists === undefined) wrong.push(ref);
    else found.push(exists);
  }
  if (wrong.length > 0) {
    throw new PlatformFailure("refused", {
      reason: `these references do not exist at that head: ${wrong.map(quoted).join(", ")}`,
      hint: "Write path:line with a line that the file has, or the id of a commit of the mirror",
    });
  }
  return [...new Set(found)];
}

/** The last colon stands before the line: paths may hold others. */
function meaningOf(ref: string): Meaning | undefined {
  if (/^[0-9a-f]{7,64}$/.test(ref)) return { commit: ref };
  const [, path, line] = /^(.+):([1-9]\d{0,8})$/s.exec(ref) ?? [];
  return path === undefined ? undefined : { path, line: Number(line) };
}

/** What is known of a file's length: a line that it has, and one that it has not. */
interface Lines {
  has: number;
  lacks: number;
}

/** Gives the reference, with the full id of a commit; undefined when nothing is there. */
async function find(
  ref: string,
  meaning: Meaning,
  lookup: Lookup,
  known: Map<string, Lines>,
): Promise<string | undefined> {
  if ("commit" in meaning) return await lookup.commit(meaning.commit);
  const { path, line } = meaning;
  const lines = known.get(path) ?? { has: 0, lacks: Infinity };
  known.set(path, lines);
  // Hundreds of references to one file are no reason to read it hundreds of times.
  if (line > lines.has && line < lines.lacks) {
    if (await lookup.line(path, line)) lines.has = line;
    else lines.lacks = line;
  }
  return line <= lines.has ? ref : undefined;
}

function quoted(ref: string): string {
  const line = terminalLine(ref);
  return `'${line.length > 120 ? `${line.slice(0, 120).toWellFormed()}…` : line}'`;
}
