import type { DataReader } from "../../../platform/context.ts";
import {
  type BrokenDocument,
  readList,
  storedDocuments,
} from "../../../platform/report/stored_documents.ts";
import { type PrFile, prFileSnapshotSchema } from "../../outputs/pull_requests.ts";
import { type PrAnalysisEvidence, prAnalysisEvidenceSchema } from "../../outputs/review.ts";
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
  const name = names.of("prFileSnapshot", String(number), sha12(headSha));
  const list = await readList(reader, name, { schema: prFileSnapshotSchema, broken });
  if (list === null) return null;
  const files = list.parts.flatMap(({ files }) => files);
  const sum = (field: "additions" | "deletions") =>
    files.reduce((total, file) => total + (file[field] ?? 0), 0);
  return {
    count: files.length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    complete: list.whole && list.parts.every(({ truncated }) => !truncated),
    files,
  };
}

/** What reviews found out about the current head. */
export interface Evidence {
  current: PrAnalysisEvidence | null;
  /** Heads that were looked at and are no longer the current one. */
  earlierHeads: number;
}

/** What was recorded about the current head; what is about another one only counts. */
export async function readEvidence(
  reader: DataReader,
  names: Names,
  { number, headSha }: { number: number; headSha: string | null },
  broken: BrokenDocument[],
): Promise<Evidence> {
  let current: PrAnalysisEvidence | null = null;
  let earlierHeads = 0;
  const reading = {
    spec: "prAnalysisEvidence",
    schema: prAnalysisEvidenceSchema,
    prefix: names.prefix("prAnalysisEvidence", String(number)),
    broken,
  };
  for await (const { document } of storedDocuments(reader, reading)) {
    if (document.headSha === headSha && document.number === number) current = document;
    else earlierHeads++;
  }
  return { current, earlierHeads };
}
