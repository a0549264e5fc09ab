import { parseXml, XmlElement } from "@rgrove/parse-xml";

/** An object as a listing has it. */
export interface Listed {
  /** With the prefix of the bucket. */
  key: string;
  bytes: number;
  storedAt: Date;
}

/** One page of a listing. */
export interface Page {
  objects: Listed[];
  /** Asks for the next page; undefined on the last. */
  next: string | undefined;
}

/** Reads a page of ListObjectsV2; undefined when it is none. */
export function readPage(text: string): Page | undefined {
  const root = rootOf(text);
  if (root?.name !== "ListBucketResult") return undefined;
  const objects = elementsOf(root).filter(({ name }) => name === "Contents").map((entry) => ({
    key: textOf(entry, "Key") ?? "",
    bytes: Number(textOf(entry, "Size")),
    storedAt: new Date(textOf(entry, "LastModified") ?? ""),
  }));
  const isListed = ({ bytes, storedAt }: Listed) =>
    Number.isSafeInteger(bytes) && !Number.isNaN(storedAt.getTime());
  const next = textOf(root, "IsTruncated") === "true"
    ? textOf(root, "NextContinuationToken") ?? ""
    : undefined;
  // What goes on without saying where would be taken for its end.
  return next === "" || !objects.every(isListed) ? undefined : { objects, next };
}

function rootOf(text: string): XmlElement | null {
  // No store sends one, and only a declaration of entities makes a short document a long one.
  if (text.includes("<!DOCTYPE")) return null;
  try {
    return parseXml(text).root;
  } catch {
    return null;
  }
}

function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child): child is XmlElement => child instanceof XmlElement);
}

function textOf(element: XmlElement, name: string): string | undefined {
  return elementsOf(element).find((child) => child.name === name)?.text;
}
