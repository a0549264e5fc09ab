import type { Client } from "../../platform/client.ts";
import { ask, failureOf } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { BlobId } from "./blob.ts";
import { TargetFailure } from "./failure.ts";

/** A file of a repository at one ref. */
export interface UpstreamFile {
  blobSha: BlobId;
  bytes: number;
  etag: string | null;
  /** Its content, when it is small enough for the platform to send it along. */
  content: Uint8Array | undefined;
  /** owner/name as the platform writes it today. */
  fullName: string | undefined;
}

/** Where a file lies upstream. */
export interface Source {
  name: RepositoryName;
  ref: string;
  path: string;
}

/** The most that the platform gives of one file. */
const MOST_BYTES = 100_000_000;

/**
 * Asks for a file's id, size and, up to 1 MB, its content.
 *
 * @param etag of an earlier answer; while it holds the platform does not count the request
 * @returns "unchanged" when the etag still holds.
 * @throws TargetFailure for what is not a file or is larger than 100 MB; PlatformFailure.
 */
export async function fileAt(
  client: Client,
  { name, ref, path }: Source,
  etag?: string | null,
): Promise<UpstreamFile | "unchanged"> {
  try {
    const { data, headers } = await client.request("GET /repos/{owner}/{repo}/contents/{path}", {
      ...name,
      path,
      ref,
      headers: etag ? { "if-none-match": etag } : {},
    });
    return fileOf(data, path, headers.etag ?? null);
  } catch (error) {
    if (etag && (error as { status?: number }).status === 304) return "unchanged";
    if (error instanceof TargetFailure) throw error;
    throw failureOf(error, `${path} of ${name.owner}/${name.repo} at ${ref}`);
  }
}

/** What of the answer is used; the platform describes it as one of five shapes. */
interface Entry {
  type: string;
  sha: string;
  size: number;
  encoding?: string;
  content?: string;
  url?: string;
  download_url?: string | null;
}

function fileOf(data: unknown, path: string, etag: string | null): UpstreamFile {
  if (Array.isArray(data)) throw notAFile(path, "folder");
  const entry = (data ?? {}) as Entry;
  // Before API version 2026-03-10 a submodule was called a file that cannot be downloaded.
  if (entry.type === "submodule" || entry.download_url === null) throw notAFile(path, "submodule");
  if (entry.type === "symlink") throw notAFile(path, "symbolic link without a target");
  const { sha, size, encoding, content, url } = entry;
  // An answer without a size would be written on until the disk is full.
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) || !Number.isSafeInteger(size) || size < 0) {
    throw damaged(path);
  }
  if (size > MOST_BYTES) {
    throw new TargetFailure(
      "too_large",
      `${path} has ${size.toLocaleString("en")} bytes; the platform's limit is 100 MB`,
    );
  }
  return {
    blobSha: sha,
    bytes: size,
    etag,
    content: encoding === "base64" && content !== undefined && (content !== "" || size === 0)
      ? bytesOf(content, path)
      : undefined,
    fullName: /\/repos\/([^/]+\/[^/]+)\/contents\//.exec(url ?? "")?.[1],
  };
}

function bytesOf(content: string, path: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw damaged(path);
  }
}

function damaged(path: string): TargetFailure {
  const text = `The response for ${path} is incomplete or damaged. Run again`;
  return new TargetFailure("damaged", text);
}

function notAFile(path: string, kind: string): TargetFailure {
  return new TargetFailure("not_a_file", `${path} is a ${kind} of the repository: name a file`);
}

/**
 * A file's content in pieces, as it comes; a large one is never held in memory as a whole.
 *
 * @throws PlatformFailure when it is not given.
 */
export async function contentOf(
  client: Client,
  name: RepositoryName,
  { blobSha, content }: Pick<UpstreamFile, "blobSha" | "content">,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>> {
  if (content !== undefined) return [content];
  return await ask(`blob ${blobSha} of ${name.owner}/${name.repo}`, async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
      ...name,
      file_sha: blobSha,
      headers: { accept: "application/vnd.github.raw+json" },
      // The library would take bytes for text.
      request: { parseSuccessResponseBody: false },
    });
    return data as unknown as ReadableStream<Uint8Array>;
  });
}
