import { PlatformFailure } from "../../platform/failure.ts";
import { storedText } from "../../platform/stored_text.ts";
import { MOST_ARTIFACT_BYTES } from "../outputs/artifact_index.ts";

/**
 * Kinds of text. HTML, SVG and XML are left out: opened in a browser they run what is in them. They
 * can be kept as `text/plain`.
 */
const TEXT_TYPES = [
  "text/plain",
  "text/markdown",
  "text/csv",
  "text/tab-separated-values",
  "text/x-diff",
  "text/x-patch",
  "application/json",
  "application/x-ndjson",
  "application/yaml",
] as const;

/** Kinds of bytes, which an argument holds as base64. */
const BINARY_TYPES = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
  "application/zip",
  "application/gzip",
  "application/octet-stream",
] as const;

/** Content as it is kept: its type in lower case and without parameters, and its bytes. */
export interface Content {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads content as an argument gives it.
 *
 * @throws PlatformFailure `refused` for a type that is not kept, for base64 that is none, for text
 *   that is not UTF-8 by its own word, and beyond {@link MOST_ARTIFACT_BYTES}.
 */
export function readContent(contentType: string, content: string): Content {
  const [given, ...parameters] = contentType.toLowerCase().split(";").map((part) => part.trim());
  const text = TEXT_TYPES.find((type) => type === given);
  const binary = BINARY_TYPES.find((type) => type === given);
  const known = text ?? binary;
  if (known === undefined) {
    throw refusal(
      `the content type '${contentType}' is not supported`,
      `Use one of ${[...TEXT_TYPES, ...BINARY_TYPES].join(", ")}`,
    );
  }
  const meant = text === undefined ? [] : ["charset=utf-8", 'charset="utf-8"'];
  if (parameters.some((one) => !meant.includes(one))) {
    throw refusal(`the content type '${contentType}' has parameters`, `Write ${known}`);
  }
  const bytes = text === undefined ? fromBase64(known, content) : fromText(content);
  if (bytes.length <= MOST_ARTIFACT_BYTES) return { contentType: known, bytes };
  throw refusal(
    `it has ${bytes.length} bytes; the limit is ${MOST_ARTIFACT_BYTES}`,
    "Store it elsewhere, and record its URL with record_activity",
  );
}

function fromText(content: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(storedText(content));
}

function fromBase64(type: string, content: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw refusal(
      `the content is not base64, and ${type} is not text`,
      "Encode it: base64 -w0 FILE",
    );
  }
}

function refusal(reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", { what: "the artifact", reason, hint });
}
