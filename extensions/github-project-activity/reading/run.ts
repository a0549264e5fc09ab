import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import type { Logger } from "../../platform/context.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { SubjectReading } from "../documents/subject_reading.ts";
import { backfillSchema } from "../outputs/repository.ts";

/** Schema of a {@link RunInput}, for one that was kept. */
export const runInputSchema = z.strictObject({
  /** When the run began, ISO 8601: times that count back begin here. */
  now: z.string(),
  knownForks: z.array(z.string()),
  windowDays: z.number(),
  /** GitHub's number of the repository, as it was seen before. */
  repoId: z.number().int().nullable(),
  backfill: backfillSchema.nullable(),
  /** Numbers of the subjects of the kind being read that are stored as open. */
  open: z.array(z.number().int().positive()),
});

/**
 * What a reading depends on beside its arguments and GitHub's answers. It is kept with a recording,
 * so that a replay asks the same questions.
 */
export type RunInput = z.infer<typeof runInputSchema>;

/** What readings work with. */
export interface LedgerRun {
  client: Client;
  name: RepositoryName;
  /** owner/name */
  repo: string;
  input: RunInput;
  signal: AbortSignal;
  logger: Logger;
}

/** A diff to keep as a file. */
export interface Patch {
  number: number;
  headSha: string;
  content: Uint8Array<ArrayBuffer>;
}

/** What was read together and is to be written before reading goes on. */
export interface Batch {
  /** Written first. */
  subjects?: SubjectReading[];
  patches?: Patch[];
  documents?: Document[];
}

/** What a reading gives: batches, and at its end a failure when not everything could be read. */
export type Reading = AsyncGenerator<Batch, void, void>;

const MINUTE_MS = 60_000;

/** Minutes of a day. */
export const DAY_MINUTES = 24 * 60;

/** A time as GitHub writes it, in whole seconds of UTC, so that texts compare as times do. */
export function utc(time: string | Date): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The time so many minutes before another. */
export function minutesBefore(time: string, minutes: number): string {
  return utc(new Date(Date.parse(time) - minutes * MINUTE_MS));
}
