import { type Commit } from "../outputs/pull_requests.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { storedBody, storedText } from "../../platform/stored_text.ts";
import type { Objects } from "./repository/objects.ts";

/** Bytes of commits that are read together: more than any that people write. */
const MOST_BYTES = 64 * 1024 * 1024;

const LINE_END = 10;

/** Commits by id, in that order. */
export async function readCommits(objects: Objects, ids: readonly string[]): Promise<Commit[]> {
  if (ids.length === 0) return [];
  try {
    const output = await objects.bytes(["cat-file", "--batch"], {
      input: ids.map((id) => `${id}\n`).join(""),
      maxBytes: MOST_BYTES,
    });
    return commitsIn(output, ids);
  } catch (error) {
    if (!(error instanceof PlatformFailure) || error.code !== "too_large") throw error;
    // Of one that is too large to be read nothing is told but its id.
    if (ids.length === 1) return [parseCommit(ids[0]!, new Uint8Array())];
    const half = ids.length >> 1;
    return [
      ...await readCommits(objects, ids.slice(0, half)),
      ...await readCommits(objects, ids.slice(half)),
    ];
  }
}

/** For each `<id> commit <size>`, the object, a line end. */
function commitsIn(output: Uint8Array, ids: readonly string[]): Commit[] {
  let from = 0;
  return ids.map((id) => {
    const end = output.indexOf(LINE_END, from);
    const header = new TextDecoder().decode(output.subarray(from, end));
    const size = Number(/^[0-9a-f]+ commit (\d+)$/.exec(header)?.[1] ?? NaN);
    if (Number.isNaN(size)) throw new Error(`${id} is not a commit: ${header}`);
    from = end + 1 + size + 1;
    return parseCommit(id, output.subarray(end + 1, end + 1 + size));
  });
}

/** A commit object as data. What is not as it should be becomes empty, never an error. */
export function parseCommit(sha: string, object: Uint8Array): Commit {
  const end = headEnd(object);
  const head = new TextDecoder().decode(object.subarray(0, end)).split("\n");
  const values = (name: string) =>
    head.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const decoder = decoderFor(values("encoding")[0]);
  const line = (name: string) => personIn(decoder.decode(lineOf(object.subarray(0, end), name)));
  const [author, committer] = [line("author"), line("committer")];
  return {
    sha,
    parents: values("parent"),
    author: { name: author.name, email: author.email },
    authoredAt: author.at,
    committedAt: committer.at,
    message: storedBody(decoder.decode(object.subarray(end + 2))).body ?? "",
  };
}

/** Where the empty line is. */
function headEnd(object: Uint8Array): number {
  for (let at = object.indexOf(LINE_END); at >= 0; at = object.indexOf(LINE_END, at + 1)) {
    if (object[at + 1] === LINE_END) return at;
  }
  return object.length;
}

/** The first line that begins so, without its name. */
function lineOf(head: Uint8Array, name: string): Uint8Array {
  const wanted = new TextEncoder().encode(`${name} `);
  for (let from = 0; from < head.length;) {
    const found = head.indexOf(LINE_END, from);
    const end = found < 0 ? head.length : found;
    if (wanted.every((byte, at) => head[from + at] === byte)) {
      return head.subarray(from + wanted.length, end);
    }
    from = end + 1;
  }
  return new Uint8Array(0);
}

/** `Name <address> 1700000000 +0100` */
function personIn(text: string): { name: string; email: string; at: string } {
  const [, name = "", email = "", seconds = "0"] =
    /^(.*?) ?<([^>]*)>(?: (-?\d+) [+-]\d+)?/.exec(text) ?? [];
  return { name: short(name), email: short(email), at: timeOf(Number(seconds)) };
}

function short(text: string): string {
  return storedText(text.slice(0, 1000));
}

/** Anything can stand there; a year of five digits is none of ours. */
function timeOf(seconds: number): string {
  const sound = seconds >= 0 && seconds <= 253_402_300_799;
  return new Date(sound ? seconds * 1000 : 0).toISOString().replace(".000Z", "Z");
}

function decoderFor(encoding = "utf-8"): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder("latin1");
  }
}
