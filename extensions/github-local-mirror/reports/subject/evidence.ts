import type { DataReader } from "../../../platform/context.ts";
import { type BrokenDocument, storedDocuments } from "../../../platform/report/stored_documents.ts";
import {
  type PrAnalysisEvidence,
  prAnalysisEvidenceSchema,
} from "../../outputs/pr_analysis_evidence.ts";
import type { Names } from "../stored/names.ts";

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
