import type { PrFile } from "../../outputs/pull_requests.ts";
import type { PrAnalysisEvidence } from "../../outputs/review.ts";
import { sha12 } from "../stored/names.ts";
import type { Stored } from "../stored/stored.ts";

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
  stored: Stored,
  { number, headSha }: { number: number; headSha: string | null },
): Promise<Files | null> {
  if (headSha === null) return null;
  const name = stored.names.of("prFileSnapshot", String(number), sha12(headSha));
  const [list] = await Array.fromAsync(stored.lists("prFileSnapshot", [name]));
  if (!list) return null;
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
  stored: Stored,
  { number, headSha }: { number: number; headSha: string | null },
): Promise<Evidence> {
  let current: PrAnalysisEvidence | null = null;
  let earlierHeads = 0;
  for await (const { document } of stored.each("prAnalysisEvidence", String(number))) {
    if (document.headSha === headSha && document.number === number) current = document;
    else earlierHeads++;
  }
  return { current, earlierHeads };
}
