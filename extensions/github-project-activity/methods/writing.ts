import type { DataHandle } from "../../platform/context.ts";
import { documentWriter } from "../../platform/documents/document_writer.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { writeChangedArtifact } from "../artifacts/write_artifact.ts";
import type { LedgerContext } from "../context/context.ts";
import { storedSubjects, subjectDocuments } from "../documents/subject_documents.ts";
import type { SubjectReading } from "../documents/subject_reading.ts";
import type { Batch, Patch, Reading } from "../reading/run.ts";

/** What a reading is written as, and what was written. */
export interface LedgerWriter {
  /** Returns when all of it is safe. */
  write(batch: Batch): Promise<void>;
  handles(): DataHandle[];
  /** What was written and what was the same as before, for the log. */
  counts(): { written: number; unchanged: number };
}

/** Writes what is read, with what is stored and was not read this time. */
export function ledgerWriter(
  context: LedgerContext,
  repository: RepositoryName,
): LedgerWriter {
  const documents = documentWriter(context);
  const files: DataHandle[] = [];

  async function writeSubjects(subjects: readonly SubjectReading[]): Promise<void> {
    const stored = await storedSubjects(context, repository, subjects);
    const made = subjects.flatMap((one, index) =>
      subjectDocuments(repository, one, stored[index]!)
    );
    await documents.write(made);
  }

  async function writePatch({ number, headSha, content }: Patch): Promise<void> {
    files.push(
      ...await writeChangedArtifact(context, {
        repository,
        name: `pr-${number}-${headSha.slice(0, 12)}.diff`,
        contentType: "text/x-diff",
        bytes: content,
        subject: { subjectType: "pr", number },
        description: "What the pull request changes at this head",
      }),
    );
  }

  return {
    async write({ subjects = [], patches = [], documents: others = [] }) {
      if (subjects.length > 0) await writeSubjects(subjects);
      for (const patch of patches) await writePatch(patch);
      await documents.write(others);
    },
    handles: () => [...documents.handles(), ...files],
    counts() {
      const { written, unchanged } = documents.counts();
      const sum = Object.values(written).reduce((one, other) => one + other, 0);
      return { written: sum + files.length, unchanged };
    },
  };
}

/** Writes a reading to its end, each batch before the next one is read. */
export async function writeReading(
  context: LedgerContext,
  reading: Reading,
  writer: LedgerWriter,
): Promise<void> {
  try {
    for await (const batch of reading) await writer.write(batch);
  } finally {
    const { written, unchanged } = writer.counts();
    context.logger.info("{written} documents written, {unchanged} unchanged", {
      written,
      unchanged,
    });
  }
}
