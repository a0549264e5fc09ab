/** What a file of a commit is: text, bytes, or an entry with its mode; null removes it. */
export type FileChange =
  | string
  | Uint8Array
  | null
  | { mode: "100755" | "120000" | "160000"; content: string };

/** A commit of a test. */
export interface Change {
  /** Ids (default: the tip of the ref). */
  parents?: readonly string[];
  /** By path; each character of a path is one byte, so that it need not be UTF-8. */
  files?: Readonly<Record<string, FileChange>>;
  message?: string;
  /** `Name <address> seconds zone` */
  author?: string;
  /** Line `encoding` of the commit. */
  encoding?: string;
}

const WHO = "Ann <ann@example.com> 1700000000 +0000";

/** A commit as `git fast-import` reads it. */
export function streamOf(ref: string, change: Change): Uint8Array {
  const { parents = [], files = {}, message = "Change", author = WHO, encoding } = change;
  const [first, ...others] = parents;
  return bytesOf([
    `commit ${ref}\nauthor ${author}\ncommitter ${WHO}\n`,
    ...(encoding === undefined ? [] : [`encoding ${encoding}\n`]),
    ...data(new TextEncoder().encode(message)),
    // A ref that is moved begins again.
    ...(first === undefined ? [] : [`from ${first}\n`]),
    ...others.map((parent) => `merge ${parent}\n`),
    ...Object.entries(files).flatMap(([path, file]) => fileLines(path, file)),
    "\n",
  ]);
}

function fileLines(path: string, file: FileChange): (string | Uint8Array)[] {
  if (file === null) return [`D ${quoted(path)}\n`];
  if (typeof file === "object" && "mode" in file) {
    if (file.mode === "160000") return [`M 160000 ${file.content} ${quoted(path)}\n`];
    const content = new TextEncoder().encode(file.content);
    return [`M ${file.mode} inline ${quoted(path)}\n`, ...data(content)];
  }
  const content = typeof file === "string" ? new TextEncoder().encode(file) : file;
  return [`M 100644 inline ${quoted(path)}\n`, ...data(content)];
}

function data(content: Uint8Array): (string | Uint8Array)[] {
  return [`data ${content.length}\n`, content, "\n"];
}

/** Each character is one byte. */
function quoted(path: string): string {
  const escaped = [...path].map((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `"${escaped.join("")}"`;
}

/** Texts hold one byte a character. */
function bytesOf(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const parts = pieces.map((piece) =>
    typeof piece === "string" ? Uint8Array.from(piece, (one) => one.charCodeAt(0)) : piece
  );
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
