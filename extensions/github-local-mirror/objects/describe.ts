import { inParts } from "../../platform/documents/parts.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { isAncestor } from "../../platform/git/commits.ts";
import { infoAt } from "../../platform/info_at.ts";
import { instanceName } from "../../platform/names.ts";
import { fullName } from "../../platform/repository_name.ts";
import type {
  PrCommit,
  PrFileSnapshot,
  PrHeadState,
  PrRevision,
} from "../outputs/pull_requests.ts";
import type { Locations } from "../locations/locations.ts";
import { readCommits } from "./commits.ts";
import { type Against, compareHead, type Comparison } from "./compare.ts";
import { changedFiles, patchOf } from "./diff/diff.ts";
import type { Waiting } from "./heads/state.ts";
import { shortSha } from "./keep.ts";
import type { Objects } from "./repository/objects.ts";

/** Commits of one revision that are kept, the newest ones. */
const MOST_COMMITS = 10_000;

/** The documents of one revision; its patch is in its place then. */
export async function describeRevision(
  objects: Objects,
  revision: Waiting,
  against: Against,
): Promise<HeadDocument[]> {
  const compared = await compareHead(objects, revision.sha, against);
  const { places } = objects;
  const naming = [String(revision.number), shortSha(revision.sha)] as const;
  const changes = compared && await changesOf(objects, revision, compared);
  const data: PrRevision = {
    repo: fullName(places.name),
    number: revision.number,
    headSha: revision.sha,
    baseSha: compared?.baseSha ?? null,
    mergeBase: compared?.mergeBase ?? null,
    previousHeadSha: revision.previous,
    kind: await kindOf(objects, revision),
    observedAt: revision.at,
    patchPath: changes?.patchPath ?? null,
  };
  const name = instanceName("prrevision", places.name, ...naming);
  return [...changes?.documents ?? [], { spec: "prRevision", name, data }];
}

async function kindOf(objects: Objects, { sha, previous }: Waiting): Promise<PrRevision["kind"]> {
  if (previous === null) return "opened";
  return await isAncestor(objects, previous, sha) ? "pushed" : "force-pushed";
}

async function changesOf(
  objects: Objects,
  { number, sha }: Waiting,
  { mergeBase, commits: own }: Comparison,
): Promise<{ documents: HeadDocument[]; patchPath: string | null }> {
  const { places } = objects;
  const pair = { base: mergeBase, head: sha };
  const { files, truncated } = await changedFiles(objects, pair) ?? { files: [], truncated: true };
  // What took too long once would do so again.
  const patch = truncated || files.length === 0 ? undefined : await patchOf(objects, pair);
  const patchPath = patch === undefined ? null : await writePatch(places, number, sha, patch);
  const kept = await readCommits(objects, own.slice(-MOST_COMMITS));
  const subject = { repo: fullName(places.name), number, headSha: sha };
  const nameOf = (spec: string, part: number) =>
    instanceName(
      spec,
      places.name,
      String(number),
      shortSha(sha),
      ...(part === 1 ? [] : [String(part)]),
    );
  return {
    patchPath,
    documents: [
      ...inParts(files).map((some, index, { length: parts }): HeadDocument => ({
        spec: "prFileSnapshot",
        name: nameOf("prfilesnapshot", index + 1),
        data: { ...subject, mergeBase, part: index + 1, parts, truncated, files: some },
      })),
      ...inParts(kept).map((some, index, { length: parts }): HeadDocument => ({
        spec: "prCommit",
        name: nameOf("prcommit", index + 1),
        data: {
          ...subject,
          part: index + 1,
          parts,
          truncated: own.length > kept.length,
          commits: some,
        },
      })),
    ],
  };
}

/** Folder of the patches, below the artifact folder. */
const FOLDER = "patches";

/**
 * Puts the patch of a revision into the artifact folder. It is named by the whole id, as two ids that
 * begin the same can be made on purpose.
 *
 * @returns its path below the artifact folder
 * @throws PlatformFailure `refused` for a link in the place of a folder
 */
export async function writePatch(
  { artifacts }: Pick<Locations, "artifacts">,
  number: number,
  sha: string,
  patch: Uint8Array,
): Promise<string> {
  const folder = `${FOLDER}/${number}`;
  await ownFolder(`${artifacts}/${FOLDER}`);
  await ownFolder(`${artifacts}/${folder}`);
  const path = `${folder}/${sha}.patch`;
  const aside = `${artifacts}/${path}.new`;
  await Deno.remove(aside).catch(unlessAbsent);
  // Not brought to the disk one by one: it can be made again from the commits.
  await Deno.writeFile(aside, patch, { createNew: true, mode: 0o600 });
  await Deno.rename(aside, `${artifacts}/${path}`);
  return path;
}

async function ownFolder(path: string): Promise<void> {
  const info = await infoAt(path);
  if (info?.isDirectory) return;
  if (info === undefined) return await Deno.mkdir(path, { mode: 0o700 });
  throw new PlatformFailure("refused", {
    reason: `${path} is not a folder`,
    hint: "Check who created it, then remove it",
  });
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** A document that the observation of heads makes, for the writer of the sync. */
export type HeadDocument =
  | { spec: "prHeadState"; name: string; data: PrHeadState }
  | { spec: "prRevision"; name: string; data: PrRevision }
  | { spec: "prFileSnapshot"; name: string; data: PrFileSnapshot }
  | { spec: "prCommit"; name: string; data: PrCommit };

/** Documents that are to be written together. */
export interface HeadBatch {
  /** The pull requests they are about. */
  numbers: number[];
  documents: HeadDocument[];
  /** To be called once they are written; what is not done is found again by the next sync. */
  done(): Promise<void>;
}
