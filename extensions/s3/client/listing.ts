import { parseXml, XmlElement } from "npm:@rgrove/parse-xml@5.0.0";
import { StoreFailure } from "./failure.ts";

/** An object as a listing has it. */
export interface Listed {
  key: string;
  /** Bytes. */
  size: number;
  /** When it was written, by the store's clock: milliseconds since 1970. */
  writtenAt: number;
}

/** One page of a listing. */
export interface Page {
  objects: Listed[];
  /** Asks for the next page; absent on the last. */
  next?: string;
}

/**
 * Reads a page of ListObjectsV2.
 *
 * @param prefix what every key has to start with; it is taken off
 * @throws StoreFailure `bad_answer`
 */
export function readPage(body: Uint8Array, prefix: string): Page {
  const root = rootOf(body);
  const objects = root.children
    .filter((child): child is XmlElement => child instanceof XmlElement)
    .filter(({ name }) => name === "Contents")
    .map((entry) => readObject(entry, prefix));
  const truncated = textOf(root, "IsTruncated") === "true";
  const next = textOf(root, "NextContinuationToken");
  if (truncated && (next === undefined || next === "" || next.length > 4096)) {
    throw new StoreFailure("bad_answer", "a listing goes on without saying where");
  }
  return { objects, ...(truncated && next !== undefined ? { next } : {}) };
}

function rootOf(body: Uint8Array): XmlElement {
  const text = new TextDecoder().decode(body);
  // No store sends one, and only a declaration of entities makes a short document a long one.
  if (text.includes("<!DOCTYPE")) throw new StoreFailure("bad_answer", "a listing has a DOCTYPE");
  try {
    const { root } = parseXml(text);
    if (root?.name === "ListBucketResult") return root;
  } catch { // Its words quote the document.
  }
  throw new StoreFailure("bad_answer", "a listing is not a ListBucketResult document");
}

function readObject(entry: XmlElement, prefix: string): Listed {
  const key = textOf(entry, "Key") ?? "";
  const size = Number(textOf(entry, "Size") ?? "");
  const writtenAt = Date.parse(textOf(entry, "LastModified") ?? "");
  if (!key.startsWith(prefix) || !Number.isSafeInteger(size) || Number.isNaN(writtenAt)) {
    throw new StoreFailure("bad_answer", "a listing has an entry that was not asked for");
  }
  return { key: key.slice(prefix.length), size, writtenAt };
}

function textOf(element: XmlElement, name: string): string | undefined {
  return element.children
    .find((child): child is XmlElement => child instanceof XmlElement && child.name === name)
    ?.text;
}
