import type * as z from "npm:zod@4.6.7";
import type { DataReader } from "../../../platform/context.ts";
import {
  type BrokenDocument,
  type Parts,
  readDocuments,
  readParts,
  storedDocuments,
} from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import { issueSnapshotSchema, prSnapshotSchema } from "../../../platform/subjects/snapshots.ts";
import {
  collectionStatusSchema,
  mirrorStateSchema,
  mirrorStatusSchema,
  syncRunSummarySchema,
} from "../../outputs/mirror.ts";
import {
  prCommitSchema,
  prFileSnapshotSchema,
  prHeadStateSchema,
  prRevisionSchema,
} from "../../outputs/pull_requests.ts";
import { prAnalysisEvidenceSchema, reviewSelectionSchema } from "../../outputs/review.ts";
import {
  activityEventSchema,
  checkRunSnapshotSchema,
  subjectReferenceSchema,
} from "../../outputs/subjects.ts";
import { worktreeAnalysisSchema, worktreeSnapshotSchema } from "../../outputs/worktrees.ts";
import { type Names, namesOf } from "./names.ts";

/** The outputs that are read again. */
const SCHEMAS = {
  activityEvent: activityEventSchema,
  checkRunSnapshot: checkRunSnapshotSchema,
  collectionStatus: collectionStatusSchema,
  issueSnapshot: issueSnapshotSchema,
  mirrorState: mirrorStateSchema,
  mirrorStatus: mirrorStatusSchema,
  prAnalysisEvidence: prAnalysisEvidenceSchema,
  prCommit: prCommitSchema,
  prFileSnapshot: prFileSnapshotSchema,
  prHeadState: prHeadStateSchema,
  prRevision: prRevisionSchema,
  prSnapshot: prSnapshotSchema,
  reviewSelection: reviewSelectionSchema,
  subjectReference: subjectReferenceSchema,
  syncRunSummary: syncRunSummarySchema,
  worktreeAnalysis: worktreeAnalysisSchema,
  worktreeSnapshot: worktreeSnapshotSchema,
};

type Spec = keyof typeof SCHEMAS;
type Read<S extends Spec> = z.infer<typeof SCHEMAS[S]>;
/** Outputs whose documents are parts of a list. */
type InParts = "activityEvent" | "prCommit" | "prFileSnapshot";

/** What is stored of one mirror. Documents are named by their output and the parts behind it. */
export interface Stored {
  names: Names;
  /** Documents that cannot be used, as they are met: they count as absent. */
  broken: BrokenDocument[];
  one<S extends Spec>(spec: S, ...parts: string[]): Promise<Read<S> | null>;
  /** As `one`, for many names at once, in their order. */
  some<S extends Spec>(spec: S, names: readonly string[]): Promise<(Read<S> | null)[]>;
  /** Every one whose name begins with these parts. */
  each<S extends Spec>(
    spec: S,
    ...parts: string[]
  ): AsyncGenerator<{ name: string; document: Read<S> }>;
  /** Lists by the names of their first parts, in their order; null without a first one. */
  lists<S extends InParts>(
    spec: S,
    names: readonly string[],
  ): AsyncGenerator<Parts<Read<S>> | null>;
}

/** Opens what is stored of a repository's mirror. */
export function openStored(
  reader: DataReader,
  repository: RepositoryName,
  broken: BrokenDocument[] = [],
): Stored {
  const names = namesOf(repository);
  const reading = <S extends Spec>(spec: S) => ({
    schema: SCHEMAS[spec] as unknown as z.ZodType<Read<S>>,
    broken,
  });
  const some: Stored["some"] = (spec, wanted) => readDocuments(reader, wanted, reading(spec));
  return {
    names,
    broken,
    some,
    one: async (spec, ...parts) => (await some(spec, [names.of(spec, ...parts)]))[0] ?? null,
    each: (spec, ...parts) =>
      storedDocuments(reader, { spec, prefix: names.prefix(spec, ...parts) }, reading(spec)),
    lists: (spec, firsts) => readParts(reader, firsts, reading(spec)),
  };
}
