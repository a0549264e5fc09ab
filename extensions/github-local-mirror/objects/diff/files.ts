import type { FILE_STATUSES, PrFile } from "../../outputs/pull_requests.ts";
import type { Session } from "../session/session.ts";
import { answerBegin, answerEnd, type Pair } from "./pair.ts";

/** The files that differ between two trees, in git's order. */
export interface Files {
  files: PrFile[];
  /** True when there are more than are kept. */
  truncated: boolean;
}

/** Files of one comparison that are kept. */
const MOST_FILES = 50_000;

const [COLON, NUL, EXCLAMATION] = [0x3a, 0, 0x21];

/** A line of `--raw`, with its path or two. */
interface Raw {
  status: string;
  mode: string;
  previous: Uint8Array | null;
  path: Uint8Array;
}

/** Asks a `diff-tree --stdin -z --raw --numstat`, and reads its answer. */
export async function readFiles(session: Session, pair: Pair): Promise<Files> {
  const { answers } = session;
  const end = answerEnd();
  await session.ask(`${pair.line}\n${end}`);
  await answerBegin(session, pair, NUL);
  const found: Raw[] = [];
  const counts = new Map<string, readonly [added: string, deleted: string]>();
  let truncated = false;
  for (let first = await answers.peek(); first !== EXCLAMATION; first = await answers.peek()) {
    if (first === COLON) {
      const raw = await readRaw(session);
      if (found.length < MOST_FILES) found.push(raw);
      else truncated = true;
    } else {
      const [path, count] = await readCount(session);
      if (counts.size < MOST_FILES) counts.set(path, count);
    }
  }
  await answers.exactly(end.length);
  return { files: found.map((raw) => fileOf(raw, counts.get(key(raw.path)))), truncated };
}

/** `:100644 100755 <id> <id> M`, then a path; for renames and copies two. */
async function readRaw({ answers }: Session): Promise<Raw> {
  const [before, after, , , status] = ascii((await answers.until(NUL)).subarray(1)).split(" ");
  const letter = status![0]!;
  const one = (await answers.until(NUL)).slice();
  const two = letter === "R" || letter === "C";
  return {
    status: letter,
    mode: letter === "D" ? before! : after!,
    previous: two ? one : null,
    path: two ? (await answers.until(NUL)).slice() : one,
  };
}

/** `3 1 <path>`, parted by tabs; for renames and copies the path is empty and two follow. */
async function readCount({ answers }: Session) {
  const record = await answers.until(NUL);
  const first = record.indexOf(9);
  const second = record.indexOf(9, first + 1);
  const count = [ascii(record.subarray(0, first)), ascii(record.subarray(first + 1, second))];
  const own = key(record.subarray(second + 1));
  if (own !== "") return [own, count as [string, string]] as const;
  await answers.until(NUL);
  return [key(await answers.until(NUL)), count as [string, string]] as const;
}

const STATUSES: Readonly<Record<string, typeof FILE_STATUSES[number]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type-changed",
};

function fileOf(raw: Raw, count: readonly [string, string] | undefined): PrFile {
  const { path, previous } = raw;
  const texts = [utf8(path), previous && utf8(previous)];
  const base64 = texts.includes(undefined);
  const binary = count === undefined || count[0] === "-";
  return {
    path: base64 ? path.toBase64() : texts[0]!,
    base64,
    previousPath: base64 ? previous?.toBase64() ?? null : texts[1] ?? null,
    status: STATUSES[raw.status] ?? "modified",
    additions: binary ? null : Number(count[0]),
    deletions: binary ? null : Number(count[1]),
    binary,
    mode: raw.mode,
  };
}

/** Undefined for what is not UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Any bytes as a key. */
function key(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function ascii(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
