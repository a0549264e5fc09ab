import type { DataReader } from "../../platform/context.ts";
import {
  type BrokenDocument,
  readDocuments,
  readList,
} from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { ciStatusName, prFilesName } from "../naming/names.ts";
import type { PrFacts } from "../outputs/pr_report.ts";
import { ciStatusSnapshotSchema, prFileSnapshotSchema } from "../outputs/subjects.ts";

/** A part of what is stored, and the documents it was read from. */
export interface StoredPart<T> {
  value: T | null;
  sources: string[];
}

/** The head whose parts are wanted. */
export interface Head {
  repository: RepositoryName;
  number: number;
  sha: string;
}

/** The checks of a head; null when they are not stored. */
export async function storedChecks(
  reader: DataReader,
  { repository, number, sha }: Head,
  broken: BrokenDocument[],
): Promise<StoredPart<PrFacts["checks"]>> {
  const name = ciStatusName(repository, number, sha);
  const [found] = await readDocuments(reader, [name], { schema: ciStatusSnapshotSchema, broken });
  if (!found || found.headSha !== sha) return { value: null, sources: [] };
  const { state, checks, truncated } = found;
  return { value: { state, checks, truncated }, sources: [name] };
}

/** The files that a head changes; null when they are not stored. */
export async function storedFiles(
  reader: DataReader,
  { repository, number, sha }: Head,
  broken: BrokenDocument[],
): Promise<StoredPart<PrFacts["files"]>> {
  const name = prFilesName(repository, number, sha, 1);
  const list = await readList(reader, name, { schema: prFileSnapshotSchema, broken });
  if (list === null || list.parts[0]!.headSha !== sha) return { value: null, sources: [] };
  const { parts, sources, whole } = list;
  const files = parts.flatMap((part) => part.files);
  // A part that is lost is a gap like one that GitHub left.
  return { value: { files, truncated: !whole || parts.some((part) => part.truncated) }, sources };
}
