import type { Compression, Compressor } from "./compressor.ts";
import { acceptedEncodings, type Encoding } from "./encoding.ts";

/** An answer in one encoding. */
export interface Form {
  /** A short text goes out together with the head, in half the time; a long one sooner as bytes. */
  body: string | Uint8Array<ArrayBuffer> | null;
  /** For strangers and for known callers. Plain objects: pairs take a fifth longer to write. */
  headers: { public: Record<string, string>; private: Record<string, string> };
}

/** An answer in all the encodings that were made of it so far. */
export interface Forms {
  identity: Form;
  /** Made when somebody takes it, for the next who does. */
  compressed: Partial<Record<Compression, Form>>;
  /** Encodings that are being made, or that the answer gets no shorter by. */
  tried: Set<Encoding>;
  /** What compressed forms are made of; absent where compressing does not pay. */
  source: Source | undefined;
}

/** What an answer is made of. */
export interface Source {
  bytes: Uint8Array<ArrayBuffer>;
  /** The entity tag without quotes; absent where no copy may be kept. */
  tag: string | undefined;
  /** Headers of every form. */
  headers: Record<string, string>;
  /** Who may keep a copy, and for how long. */
  forStrangers: Record<string, string>;
  forKnown: Record<string, string>;
}

/** The longest body that is written as a text, in bytes. */
const LONGEST_TEXT = 4096;

/** The shortest body that compressing pays for, in bytes: below, it fits into one packet as it is. */
const SHORTEST_COMPRESSED = 1200;

/** Kinds of content that are texts. */
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg\+xml)/;

/** True for a text that is long enough for compressing to pay. */
export function paysToCompress(contentType: string | null, bytes: number): boolean {
  return bytes >= SHORTEST_COMPRESSED && TEXT.test(contentType ?? "");
}

/** The forms of an answer: as it is, until others are asked for. */
export function formsOf(source: Source): Forms {
  const isText = TEXT.test(source.headers["content-type"] ?? "");
  const { bytes } = source;
  const text = isText && bytes.byteLength <= LONGEST_TEXT ? textOf(bytes) : undefined;
  return {
    identity: { body: text ?? bytes, headers: headersOf(source, bytes.byteLength) },
    compressed: {},
    tried: new Set(),
    source: paysToCompress(source.headers["content-type"] ?? null, bytes.byteLength)
      ? source
      : undefined,
  };
}

/**
 * The shortest form there is of those that `accepted`, the header, takes. One that is not there yet
 * is made meanwhile.
 */
export function formFor(forms: Forms, accepted: string | null, compressor: Compressor): Form {
  if (forms.source === undefined) return forms.identity;
  for (const encoding of acceptedEncodings(accepted)) {
    if (encoding === "identity") break;
    const form = forms.compressed[encoding];
    if (form !== undefined) return form;
    if (!forms.tried.has(encoding)) void make(forms, encoding, forms.source, compressor);
  }
  return forms.identity;
}

/** Makes the shortest form of those that `accepted` takes, so that the first who asks gets it. */
export async function makeShortest(
  forms: Forms,
  accepted: string | null,
  compressor: Compressor,
): Promise<void> {
  const [encoding] = acceptedEncodings(accepted);
  if (forms.source === undefined || encoding === undefined || encoding === "identity") return;
  if (!forms.tried.has(encoding)) await make(forms, encoding, forms.source, compressor);
}

async function make(
  forms: Forms,
  encoding: Compression,
  source: Source,
  compressor: Compressor,
): Promise<void> {
  forms.tried.add(encoding);
  const body = await compressor.compress(source.bytes, encoding);
  if (body === "busy") forms.tried.delete(encoding);
  else if (body !== "no shorter") {
    forms.compressed[encoding] = { body, headers: headersOf(source, body.byteLength, encoding) };
  }
}

/**
 * The text that is written as exactly these bytes; undefined where there is none. A file of a
 * stranger is called a text whatever is in it, and an answer longer or shorter than its head says
 * would be taken for the beginning of the next one.
 */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function headersOf(
  { tag, headers, forStrangers, forKnown }: Source,
  length: number,
  encoding?: Compression,
) {
  const all = {
    ...headers,
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    // Each form is another sequence of bytes, so a strong tag has to tell them apart.
    ...(tag === undefined
      ? {}
      : { etag: `"${tag}${encoding === undefined ? "" : `-${encoding}`}"` }),
    "content-length": String(length),
  };
  return { public: { ...all, ...forStrangers }, private: { ...all, ...forKnown } };
}
