import { type Commit } from "../outputs/pull_requests.ts";
import { storedBody, storedText } from "../../platform/stored_text.ts";
import type { Objects } from "./repository/objects.ts";
import { type Session, startSession } from "./session/session.ts";

/** Reads commits, thousands with one process. */
export interface CommitReader extends AsyncDisposable {
  /** Commits by id, in that order. */
  read(ids: readonly string[]): Promise<Commit[]>;
  /** The tree of a commit. */
  treeOf(id: string): Promise<string>;
}

/** Bytes of a commit that are read: what comes later is message. */
const MOST_BYTES = 300_000;

/** Asked at once; more could fill the pipe both ways. */
const AT_ONCE = 100;

const LINE_END = 10;

/** Opens a reader; its process starts when it is needed. */
export function openCommits(objects: Objects): CommitReader {
  let session: Session | undefined;
  const readRaw = async (ids: readonly string[]): Promise<Uint8Array[]> => {
    session ??= startSession(objects, ["cat-file", "--batch"]);
    const texts: Uint8Array[] = [];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const asked = session.ask(some.map((id) => `${id}\n`).join(""));
      for (const id of some) texts.push(await answer(session, id));
      await asked;
    }
    return texts;
  };
  return {
    async read(ids) {
      const texts = await readRaw(ids);
      return texts.map((text, at) => parseCommit(ids[at]!, text));
    },
    async treeOf(id) {
      const [text] = await readRaw([id]);
      return new TextDecoder().decode(text!.subarray(5, text!.indexOf(LINE_END)));
    },
    async [Symbol.asyncDispose]() {
      await session?.[Symbol.asyncDispose]();
    },
  };
}

/** `<id> commit <size>`, the object, a line end. */
async function answer({ answers }: Session, id: string): Promise<Uint8Array> {
  const header = new TextDecoder().decode(await answers.until(LINE_END));
  const size = Number(/^[0-9a-f]+ commit (\d+)$/.exec(header)?.[1] ?? NaN);
  if (Number.isNaN(size)) throw new Error(`${id} is not a commit: ${header}`);
  const text = (await answers.exactly(Math.min(size, MOST_BYTES))).slice();
  await answers.skip(size - text.length + 1);
  return text;
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
