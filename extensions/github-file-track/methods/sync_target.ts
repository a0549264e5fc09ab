import type { Client } from "../../platform/client.ts";
import { regularFileAt, replaceFile } from "../../platform/replaced_file.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import type { SyncOutcome, SyncRecord } from "../outputs/sync_record.ts";
import type { Target } from "../targets/target.ts";
import { isBlob, verified } from "../upstream/blob.ts";
import { contentOf, fileAt, type Source, type UpstreamFile } from "../upstream/file.ts";
import type { Refs } from "../upstream/ref.ts";

/** What a target is synced with. */
export interface SyncTools {
  client: Client;
  refs: Refs;
  /** Where a destination lies. */
  place(destPath: string): string;
  /** The destination's last record. */
  last: SyncRecord | undefined;
}

/** What is in the destination now. */
export type Synced = Omit<SyncRecord, "error" | "syncedAt"> & {
  blobSha: string;
  /** True when the file there had not been written by an earlier sync. */
  replacedOther: boolean;
};

/** A file upstream, and the commit it was read at. */
type Current = Omit<UpstreamFile, "content" | "fullName"> & {
  commitSha: string;
  content: Uint8Array | undefined;
  renamedTo: string | null;
};

/**
 * Brings one destination to what its source is now. A file that is right already is not touched.
 *
 * @throws Error when it was not possible; the file is then as it was before.
 */
export async function syncTarget(target: Target, tools: SyncTools): Promise<Synced> {
  const { client, last, place } = tools;
  const path = place(target.destPath);
  // Looked at first: a place that may not be written needs no question.
  await regularFileAt(path);
  const source = await sourceOf(target, tools.refs);
  const current = await currentOf(source, tools);
  const outcome = await outcomeFor(path, current, last);
  if (outcome !== "unchanged") {
    const content = await contentOf(client, source.name, current);
    await replaceFile(path, verified(content, current));
  }
  const { repo, srcPath, destPath, label = null } = target;
  const { blobSha, bytes, etag, commitSha, renamedTo } = current;
  return {
    ...{ repo, renamedTo, ref: source.ref, commitSha, srcPath, destPath, label },
    ...{ blobSha, etag, outcome, bytes },
    replacedOther: outcome === "written" && (last?.blobSha ?? null) === null,
  };
}

async function sourceOf({ repo, ref, srcPath }: Target, refs: Refs): Promise<Source> {
  const name = parseRepositoryName(repo);
  return { name, ref: ref ?? await refs.defaultBranch(name), path: srcPath };
}

/**
 * Nothing is requested about a file when the ref is still the commit of the last record. Else it is read at
 * the commit, so that the record names one that holds exactly this content.
 */
async function currentOf(source: Source, { client, refs, last }: SyncTools): Promise<Current> {
  const known = last !== undefined && isSource(last, source) && isComplete(last) ? last : undefined;
  const { sha: commitSha, fullName } = await refs.commit(source.name, source.ref);
  const renamedTo = renamed(source, fullName);
  if (known?.commitSha === commitSha) return { ...known, content: undefined, renamedTo };
  const seen = await fileAt(client, { ...source, ref: commitSha }, known?.etag);
  if (seen === "unchanged") return { ...known!, content: undefined, commitSha, renamedTo };
  return { ...seen, commitSha, renamedTo };
}

function isSource(
  { repo, ref, srcPath }: SyncRecord,
  { name, ref: wanted, path }: Source,
): boolean {
  return repo.toLowerCase() === `${name.owner}/${name.repo}`.toLowerCase() && ref === wanted &&
    srcPath === path;
}

function isComplete(
  record: SyncRecord,
): record is SyncRecord & { blobSha: string; bytes: number; commitSha: string } {
  return record.blobSha !== null && record.bytes !== null && record.commitSha !== null;
}

function renamed({ name }: Source, fullName: string | undefined): string | null {
  const same = fullName?.toLowerCase() === `${name.owner}/${name.repo}`.toLowerCase();
  return fullName === undefined || same ? null : fullName;
}

/** Decides by what is in the file itself, not by what an earlier sync says it wrote. */
async function outcomeFor(
  path: string,
  { blobSha, bytes }: Current,
  last: SyncRecord | undefined,
): Promise<SyncOutcome> {
  const file = await regularFileAt(path);
  const holds = async (id: string, size: number | null) =>
    file !== undefined && file.size === size && await isBlob(path, file.size, id);
  if (await holds(blobSha, bytes)) return "unchanged";
  const left = last?.blobSha ?? null;
  if (left === null) return file === undefined ? "created" : "written";
  return await holds(left, last!.bytes) ? "written" : "drifted";
}
