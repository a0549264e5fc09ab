import { createHash } from "node:crypto";
import type { RepositoryName } from "./repository_name.ts";

/** Bytes of one encoded part at most; the rest is told by its digest. */
const LONGEST_PART = 80;

/**
 * The name of a resource: `<spec>.<owner>~<repo>[~<part>…]`, by reference 1.6. `~` cannot be in any
 * of them, so two things never share a name; names hold no `..` and no capitals, so that they are
 * safe and different on every file system.
 *
 * @param parts anything, for example a branch or a tag; what had to be encoded ends in a digest
 */
export function instanceName(
  spec: string,
  { owner, repo }: RepositoryName,
  ...parts: string[]
): string {
  const repository = withoutParent(`${owner}~${repo}`.toLowerCase());
  return [`${spec}.${repository}`, ...parts.map(encodePart)].join("~");
}

/** One part of a name: kept when it is short and plain, otherwise encoded and told by a digest. */
export function encodePart(part: string): string {
  const encoded = withoutParent(percent(part.toLowerCase()));
  // What ends like a digest gets one too: else it could take the name of an encoded part.
  const plain = encoded === part && part.length <= LONGEST_PART && !/-[0-9a-f]{8}$/.test(part);
  return plain ? part : `${cut(encoded)}-${digest(part)}`;
}

/** Everything but `[a-z0-9._-]` as `%XX` of its UTF-8. */
function percent(text: string): string {
  return text.replace(
    /[^a-z0-9._-]+/g,
    (run) => [...new TextEncoder().encode(run)].map(hexByte).join(""),
  );
}

function hexByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** No name may hold `..`, which means a folder's parent. */
function withoutParent(text: string): string {
  return text.replaceAll("..", "%2E%2E");
}

/** Cut to the limit without leaving half of an encoded byte. */
function cut(encoded: string): string {
  return encoded.slice(0, LONGEST_PART).replace(/%.?$/, "");
}

function digest(part: string): string {
  return createHash("sha256").update(part).digest("hex").slice(0, 8);
}
