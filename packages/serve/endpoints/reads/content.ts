import { contentChanged, dataContent } from "@svc/runtime/data";
import type { Repository } from "@svc/runtime/repository";
import { isUnchanged } from "@svc/http/input";
import { fileStream } from "./file_stream.ts";
import { rangeOf } from "./range.ts";

/** Which content is wanted. */
export interface ContentPlace {
  behavior: string;
  name: string;
  version?: number | undefined;
}

/**
 * The bytes of a version as they are: all of them, or the one range asked for. Whatever their type, no
 * browser shows or runs them as a page of this server.
 *
 * @throws SvcError as `dataContent`. Content that is not what was written breaks off before its end.
 */
export async function contentAnswer(
  repository: Repository,
  { behavior, name, version }: ContentPlace,
  { method, headers: asked }: Request,
): Promise<Response> {
  const { item, path } = await dataContent(
    repository,
    behavior,
    name,
    version === undefined ? {} : { version },
  );
  // It may have come with the repository.
  if (!/^[0-9a-f]{64}$/.test(item.checksum)) throw contentChanged(item);
  const etag = `"${item.checksum}"`;
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-disposition": `attachment; filename*=UTF-8''${encoded(item.name)}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": safeType(item.contentType),
    "cross-origin-resource-policy": "same-origin",
    etag,
    "x-content-type-options": "nosniff",
  };
  if (isUnchanged(asked.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = asked.get("if-range");
  const range = ifRange === null || ifRange === etag
    ? rangeOf(asked.get("range"), item.size)
    : undefined;
  if (range === "unsatisfiable") {
    headers["content-range"] = `bytes */${item.size}`;
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: item.size };
  headers["content-length"] = String(end - start);
  if (range !== undefined) headers["content-range"] = `bytes ${start}-${end - 1}/${item.size}`;
  const whole = range === undefined
    ? { sha256: item.checksum, changed: () => contentChanged(item) }
    : undefined;
  const body = method === "HEAD" ? null : fileStream(path, { start, end }, whole);
  return new Response(body, { status: range === undefined ? 200 : 206, headers });
}

/** A media type that can stand in a header: what a repository brings may hold anything. */
function safeType(contentType: string): string {
  const [type] = /^[\w.+-]{1,100}\/[\w.+-]{1,100}/.exec(contentType) ?? [];
  if (type === undefined) return "application/octet-stream";
  return /^text\//.test(type) ? `${type}; charset=utf-8` : type;
}

/** As RFC 8187 has it; also without the characters that `encodeURIComponent` leaves. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed())
    .replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
