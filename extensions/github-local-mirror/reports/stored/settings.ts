import * as z from "npm:zod@4.6.7";
import type { DataReader } from "../../../platform/context.ts";
import type { ReportContext } from "../../../platform/report/context.ts";
import { reportArgument } from "../../../platform/report/argument.ts";
import { type BrokenDocument, storedDocuments } from "../../../platform/report/stored_documents.ts";
import {
  ownerPattern,
  parseRepositoryName,
  type RepositoryName,
  repositoryOrNamePattern,
  repositoryPattern,
} from "../../../platform/repository_name.ts";
import { GRANULARITIES, type MirrorArguments } from "../../context/context.ts";
import { type MirrorState, mirrorStateSchema } from "../../outputs/mirror.ts";

/** Global arguments that decide what the reports say. */
export type Choices = Pick<
  MirrorArguments,
  | "timelineCodeGranularity"
  | "needsClarificationLabels"
  | "reviewerHandles"
  | "reviewFocusStaleDays"
>;

/** What a report is about, and how it is to judge. */
export interface Settings extends Choices {
  /** Null when nothing tells: no arguments, and nothing was synced yet. */
  name: RepositoryName | null;
  /** Arguments that are expressions or no valid values; their defaults count. */
  unread: string[];
}

const TEXTS = z.array(z.string().min(1).max(100)).max(50);

/**
 * The settings of a report. A report sees the behavior's file, not its evaluated arguments: when owner
 * or repository are expressions, it is about the repository that was synced last.
 */
export async function readSettings(
  context: ReportContext,
  broken: BrokenDocument[],
): Promise<Settings> {
  const choices = readChoices(context.globalArgs);
  return { ...choices, name: ownName(context.globalArgs) ?? await syncedName(context, broken) };
}

/** The choices alone, and the names of those that could not be read. */
export function readChoices(
  given: Readonly<Record<string, unknown>>,
): Choices & { unread: string[] } {
  const unread: string[] = [];
  const read = <K extends keyof Choices>(
    name: K,
    schema: z.ZodType<Choices[K]>,
    otherwise: Choices[K],
  ) => reportArgument(given, { name, schema, otherwise }, unread);
  return {
    timelineCodeGranularity: read(
      "timelineCodeGranularity",
      z.enum(GRANULARITIES),
      "observed-push",
    ),
    needsClarificationLabels: read("needsClarificationLabels", TEXTS, [
      "needs-info",
      "needs-information",
      "needs-clarification",
    ]),
    reviewerHandles: read("reviewerHandles", TEXTS, []),
    reviewFocusStaleDays: read("reviewFocusStaleDays", z.number().int().min(1).max(3650), 14),
    unread,
  };
}

function ownName({ owner, repo }: Readonly<Record<string, unknown>>): RepositoryName | null {
  if (typeof owner !== "string" || typeof repo !== "string") return null;
  return ownerPattern.test(owner) && repositoryOrNamePattern.test(repo)
    ? parseRepositoryName(repo, owner)
    : null;
}

async function syncedName(
  reader: DataReader,
  broken: BrokenDocument[],
): Promise<RepositoryName | null> {
  let newest: MirrorState | undefined;
  const place = { spec: "mirrorState", prefix: "mirrorstate." };
  const reading = { schema: mirrorStateSchema, broken };
  for await (const { document } of storedDocuments(reader, place, reading)) {
    if (newest === undefined || newest.lastSyncAt < document.lastSyncAt) newest = document;
  }
  return newest !== undefined && repositoryPattern.test(newest.repo)
    ? parseRepositoryName(newest.repo)
    : null;
}
