import MarkdownIt from "markdown-it";
import { licenseFileRank, README_FILE_NAMES } from "@svc/core/rubric";
import type { ReadmeFacts } from "./facts.ts";

type Files = ReadonlyMap<string, { bytes: Uint8Array }>;

/** Where READMEs and licenses count: at the root and directly under `files/`, without recursion. */
const FOLDERS = ["", "files/"] as const;

/** What the README says of itself; null when there is none. Time is linear in its length. */
export function readmeFacts(files: Files): ReadmeFacts | null {
  const path = readmePath(files);
  if (path === undefined) return null;
  const text = textOf(files, path);
  return { path, characters: codePoints(text), codeBlocks: countCodeBlocks(text) };
}

/**
 * The text of the README that {@link readmeFacts} is about; null when there is none. NUL is replaced, as
 * CommonMark has it: a database would end the text there.
 */
export function readmeText(files: Files): string | null {
  const path = readmePath(files);
  return path === undefined ? null : textOf(files, path).replaceAll("\0", "\uFFFD");
}

/** Path of the license file that is looked for first; null when there is none. */
export function licenseFile(files: Files): string | null {
  for (const folder of FOLDERS) {
    const [first] = [...files.keys()]
      .filter((path) => path.startsWith(folder))
      .map((path) => ({ path, rank: licenseFileRank(path.slice(folder.length)) }))
      .filter((one): one is { path: string; rank: number } => one.rank !== undefined)
      .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
    if (first) return first.path;
  }
  return null;
}

function readmePath(files: Files): string | undefined {
  return FOLDERS.flatMap((folder) => README_FILE_NAMES.map((name) => `${folder}${name}`))
    .find((path) => files.has(path));
}

function textOf(files: Files, path: string): string {
  return new TextDecoder().decode(files.get(path)!.bytes);
}

/** The length of a text as people count: a character beyond the first 65,536 is one, not two. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * CommonMark's blocks and nothing inside them: inline markup costs time and has no fences. The time is
 * linear in the text, and what is nested in more than twenty lists and quotes is not looked at.
 */
const blocks = new MarkdownIt("commonmark");
blocks.core.ruler.enableOnly(["normalize", "block"]);

/**
 * Counts the fenced code blocks of a Markdown text as CommonMark defines them (section 4.5): of
 * backticks or tildes, indented up to three spaces, with any info string, in lists and quotes, and
 * to the end of what contains it when no fence closes it.
 */
export function countCodeBlocks(markdown: string): number {
  return blocks.parse(markdown, {}).filter(({ type }) => type === "fence").length;
}
