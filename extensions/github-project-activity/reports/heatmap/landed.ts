import type { DataReader } from "../../../platform/context.ts";
import { type BrokenDocument, storedDocuments } from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import { documentName, snapshotPrefix } from "../../naming/names.ts";
import { type PrFile, prFileSnapshotSchema, prSnapshotSchema } from "../../outputs/subjects.ts";

/** Files that landed with one pull request, or a part of them. */
export interface Landed {
  number: number;
  part: number;
  mergedAt: string;
  files: Pick<PrFile, "path" | "previousPath" | "status">[];
}

/** What landed, in the order it did. */
export async function landedFiles(
  reader: DataReader,
  repository: RepositoryName,
  broken: BrokenDocument[],
): Promise<Landed[]> {
  const merged = await mergedHeads(reader, repository, broken);
  const landed: Landed[] = [];
  const snapshots = storedDocuments(reader, {
    spec: "prFileSnapshot",
    prefix: `${documentName("prfilesnapshot", repository)}~`,
  }, { schema: prFileSnapshotSchema, broken });
  for await (const { document } of snapshots) {
    const { number, part, headSha, files } = document;
    const head = merged.get(number);
    // Files may have been read while the pull request was open still. An earlier head did not land.
    const mergedAt = head === undefined
      ? document.mergedAt
      : head.sha === headSha
      ? head.mergedAt
      : null;
    if (mergedAt === null) continue;
    const kept = files.map(({ path, previousPath, status }) => ({ path, previousPath, status }));
    landed.push({ number, part, mergedAt, files: kept });
  }
  return landed.sort((one, other) =>
    Date.parse(one.mergedAt) - Date.parse(other.mergedAt) || one.number - other.number ||
    one.part - other.part
  );
}

/** The heads that were merged, by number. */
async function mergedHeads(
  reader: DataReader,
  repository: RepositoryName,
  broken: BrokenDocument[],
): Promise<Map<number, { sha: string; mergedAt: string }>> {
  const heads = new Map<number, { sha: string; mergedAt: string }>();
  const snapshots = storedDocuments(reader, {
    spec: "prSnapshot",
    prefix: snapshotPrefix(repository, "pr"),
  }, { schema: prSnapshotSchema, broken });
  for await (const { document: { number, head, mergedAt } } of snapshots) {
    if (head !== null && mergedAt !== null) heads.set(number, { sha: head.sha, mergedAt });
  }
  return heads;
}

/** One path and its heat; both null when nothing that is stored changed it. */
export interface WarmPath {
  path: string;
  lastLandedAt: string | null;
  landings: number;
}
