import type { FILE_STATUSES, PrFile } from "../../outputs/pull_requests.ts";

/** The files that differ between two trees, in git's order. */
export interface Files {
  files: PrFile[];
  /** True when there are more than are kept. */
  truncated: boolean;
}

/** Files of one comparison that are kept. */
const MOST_FILES = 50_000;

const [COLON, NUL, TAB] = [0x3a, 0, 9];

/** A line of `--raw`, with its path or two. */
interface Raw {
  status: string;
  mode: string;
  previous: Uint8Array | null;
  path: Uint8Array;
}

/** Reads what `diff-tree -z --raw --numstat` printed. */
export function filesIn(output: Uint8Array): Files {
  const fields = fieldsOf(output);
  const found: Raw[] = [];
  const counts = new Map<string, readonly [added: string, deleted: string]>();
  for (const field of fields) {
    if (field[0] === COLON) found.push(readRaw(field, fields));
    else counts.set(...readCount(field, fields));
  }
  return {
    files: found.slice(0, MOST_FILES).map((raw) => fileOf(raw, counts.get(key(raw.path)))),
    truncated: found.length > MOST_FILES,
  };
}

/** The fields of an output: each ends with a NUL. */
function* fieldsOf(output: Uint8Array): Generator<Uint8Array, undefined> {
  let from = 0;
  for (let end = output.indexOf(NUL); end >= 0; end = output.indexOf(NUL, from)) {
    yield output.subarray(from, end);
    from = end + 1;
  }
}

/** `:100644 100755 <id> <id> M`, then a path; for renames and copies two. */
function readRaw(field: Uint8Array, fields: Iterator<Uint8Array>): Raw {
  const [before, after, , , status] = ascii(field.subarray(1)).split(" ");
  const letter = status![0]!;
  const one = fields.next().value;
  const two = letter === "R" || letter === "C";
  return {
    status: letter,
    mode: letter === "D" ? before! : after!,
    previous: two ? one : null,
    path: two ? fields.next().value : one,
  };
}

/** `3 1 <path>`, parted by tabs; for renames and copies the path is empty and two follow. */
function readCount(
  field: Uint8Array,
  fields: Iterator<Uint8Array>,
): [path: string, count: [added: string, deleted: string]] {
  const first = field.indexOf(TAB);
  const second = field.indexOf(TAB, first + 1);
  const count = [ascii(field.subarray(0, first)), ascii(field.subarray(first + 1, second))];
  const own = key(field.subarray(second + 1));
  if (own === "") fields.next();
  return [own === "" ? key(fields.next().value) : own, count as [string, string]];
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
