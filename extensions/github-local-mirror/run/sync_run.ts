import * as z from "npm:zod@4.6.7";
import type { DocumentWriter } from "../../platform/documents/document_writer.ts";
import { wrongShape } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { Asking } from "../asking/asking.ts";
import type { MirrorContext } from "../context/context.ts";
import type { DigestIndex } from "../documents/digest_index.ts";
import type { SyncRunSummary } from "../outputs/mirror.ts";
import type { Locations } from "../locations/locations.ts";
import { saveState, type SyncState } from "../state/sync_state.ts";
import type { Links } from "./links.ts";

/** One sync on its way. */
export interface SyncRun {
  context: MirrorContext;
  places: Locations;
  asking: Asking;
  documents: DocumentWriter;
  digests: DigestIndex;
  links: Links;
  /** What is kept for the next sync; changed in place, stored by {@link saveRun}. */
  state: SyncState;
  /** owner/name as the behavior was given it: documents are named by it. */
  repo: string;
  /** What the repository is called now: requests are made with it. */
  target: RepositoryName;
  startedAt: string;
  /** What went wrong without ending the run. */
  errors: SyncRunSummary["errors"];
  /** How much went wrong, also beyond what `errors` lists. */
  errorCount: number;
}

/** Errors that a summary lists; of more only the number is known. */
const MOST_ERRORS = 100;

/** The name of a document of this mirror. */
export function documentName(run: Pick<SyncRun, "places">, spec: string, ...parts: string[]) {
  return instanceName(spec.toLowerCase(), run.places.name, ...parts);
}

/** Stores the state; what it says has to be safely written before. */
export async function saveRun({ places, state }: SyncRun): Promise<void> {
  await saveState(places.artifacts, state);
}

/** Records what went wrong with one thing; the run goes on. */
export function recordError(run: SyncRun, what: string, code: string, message: string): void {
  run.errorCount += 1;
  if (run.errors.length < MOST_ERRORS) run.errors.push({ what, code, message });
}

/**
 * The entries of an answer as `read` turns them, without those of another shape: each is recorded and
 * costs only itself.
 */
export function readEach<T>(
  run: SyncRun,
  what: string,
  items: readonly unknown[],
  read: (raw: unknown) => T,
): T[] {
  const good: T[] = [];
  for (const item of items) {
    try {
      good.push(read(item));
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      recordError(run, nameOf(what, item), "bad_answer", wrongShape(error));
    }
  }
  return good;
}

function nameOf(what: string, item: unknown): string {
  const { number, id } = (item ?? {}) as { number?: unknown; id?: unknown };
  if (Number.isSafeInteger(number)) return `${what}, number ${number}`;
  return Number.isSafeInteger(id) ? `${what}, id ${id}` : what;
}

/** What a phase did. */
export interface PhaseEnd {
  /** False when something is left for the next run. */
  complete: boolean;
  /** Entries read, or things asked for in detail. */
  items: number;
}

/** One step of a sync. */
export interface Phase {
  /** Also the component of its collectionStatus. */
  name: string;
  run(run: SyncRun): Promise<PhaseEnd>;
}
