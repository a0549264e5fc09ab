import { createHash } from "node:crypto";
import { SvcError } from "@svc/core/error";
import type { Redactor } from "../../sandbox/redaction/redactor.ts";

/** Bytes held at once. */
const PIECE = 1024 * 1024;

/** What was copied. */
interface CopiedFile {
  size: number;
  /** SHA-256 in hexadecimal. */
  checksum: string;
}

/**
 * Copies a file that a method wrote, piece by piece, and makes the copy durable. Secrets in a text
 * become `***`; other content cannot be changed without harm and is refused.
 *
 * @param limit bytes; the source may grow while it is read
 * @param refuse makes the error for content that is not text and holds a secret
 * @throws SvcError `output_invalid` past the limit, and what `refuse` makes.
 */
export async function copyWithoutSecrets(
  source: string,
  target: string,
  options: { redactor: Redactor; limit: number; refuse: () => SvcError },
): Promise<CopiedFile> {
  const { redactor, limit, refuse } = options;
  const { look, found } = lookingFor(redactor);
  const copied = await written(target, piecesOf(source, limit), look);
  if (!found()) return copied;
  // From the copy: the method can still change what it wrote.
  const raw = `${target}.secret`;
  await Deno.rename(target, raw);
  try {
    return await written(target, encoded(redactor.pieces(textsOf(raw, refuse))));
  } finally {
    await Deno.remove(raw);
  }
}

/** Characters of a piece that are looked at again with the next one: more than is found at once. */
const OVERLAP = 8 * 1024;

/** Looks through content of any kind, piece by piece. */
function lookingFor(redactor: Redactor): { look(piece: Uint8Array): void; found(): boolean } {
  const decoder = new TextDecoder();
  let found = false;
  let before = "";
  return {
    look(piece) {
      if (found || redactor.isEmpty) return;
      const text = before + decoder.decode(piece, { stream: true });
      found = redactor.foundIn(text);
      before = text.slice(-OVERLAP);
    },
    found: () => found,
  };
}

async function* piecesOf(path: string, limit = Infinity): AsyncGenerator<Uint8Array> {
  using file = await Deno.open(path);
  const buffer = new Uint8Array(PIECE);
  let size = 0;
  for (;;) {
    const count = await file.read(buffer);
    if (count === null) return;
    size += count;
    if (size > limit) {
      throw new SvcError("output_invalid", `A file output is larger than ${limit / 1024 ** 2} MB`, {
        hint: "Write it as several outputs.",
      });
    }
    yield buffer.subarray(0, count);
  }
}

async function* textsOf(path: string, refuse: () => SvcError): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of piecesOf(path)) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? refuse() : error;
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

async function written(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  look?: (piece: Uint8Array) => void,
): Promise<CopiedFile> {
  const hash = createHash("sha256");
  let size = 0;
  using file = await Deno.open(path, { write: true, createNew: true });
  for await (const piece of pieces) {
    look?.(piece);
    hash.update(piece);
    size += piece.length;
    for (let at = 0; at < piece.length;) at += await file.write(piece.subarray(at));
  }
  await file.syncData();
  return { size, checksum: hash.digest("hex") };
}
