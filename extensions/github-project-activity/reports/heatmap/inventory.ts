import type { DataReader } from "../../../platform/context.ts";
import { furtherParts } from "../../../platform/documents/parts.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import { repoFilesName } from "../../naming/names.ts";
import { repoFileSnapshotSchema } from "../../outputs/repo_file_snapshot.ts";

/** The paths of the default branch, as far as they are stored. */
export interface Inventory {
  branch: string;
  /** Null in an empty repository. */
  commitSha: string | null;
  /** Paths of the whole tree. */
  total: number;
  paths: string[];
}

/** The stored inventory; null when there is none. */
export async function storedInventory(
  reader: DataReader,
  repository: RepositoryName,
  broken: BrokenDocument[],
): Promise<Inventory | null> {
  const reading = { schema: repoFileSnapshotSchema, broken };
  const name = repoFilesName(repository, 1);
  const [first] = await readDocuments(reader, [name], reading);
  if (!first) return null;
  const names = furtherParts(name, first.parts);
  const { branch, commitSha, total } = first;
  const parts = [first, ...await readDocuments(reader, names, reading)]
    .filter((part) => part !== null && part.commitSha === commitSha);
  return {
    branch,
    commitSha,
    total,
    paths: parts.flatMap((part) => part!.files.map(({ path }) => path)),
  };
}
