import type { DataReader } from "../../../platform/context.ts";
import { furtherParts } from "../../../platform/documents/parts.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import { type PrFile, prFileSnapshotSchema } from "../../outputs/pr_file_snapshot.ts";
import { type Names, sha12 } from "../stored/names.ts";

/** The files that the current head changes. */
export interface Files {
  count: number;
  additions: number;
  deletions: number;
  /** False when a part is absent or the list was cut. */
  complete: boolean;
  files: PrFile[];
}

/** The files of the current head; null when they are not stored. */
export async function readFiles(
  reader: DataReader,
  names: Names,
  { number, headSha }: { number: number; headSha: string | null },
  broken: BrokenDocument[],
): Promise<Files | null> {
  if (headSha === null) return null;
  const reading = { schema: prFileSnapshotSchema, broken };
  const name = names.of("prFileSnapshot", String(number), sha12(headSha));
  const [first = null] = await readDocuments(reader, [name], reading);
  if (first === null) return null;
  const further = furtherParts(name, first.parts);
  const parts = [first, ...await readDocuments(reader, further, reading)];
  const files = parts.flatMap((part) => part?.files ?? []);
  const sum = (field: "additions" | "deletions") =>
    files.reduce((total, file) => total + (file[field] ?? 0), 0);
  return {
    count: files.length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    complete: parts.every((part) => part !== null && !part.truncated),
    files,
  };
}
