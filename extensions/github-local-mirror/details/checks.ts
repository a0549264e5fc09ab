import { type Check, summarizeChecks } from "../../platform/checks.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import type { CheckRunSnapshot } from "../outputs/subjects.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

/** A head without any check is looked at again for so long: checks take a while to begin. */
const BEGINNING_MS = 3_600_000;

/** The checks of a head. */
export interface HeadChecks {
  /** Null when they need not be written. */
  document: Document | null;
  checks: Check[];
  truncated: boolean;
}

/** The checks of a head; those that have all succeeded are not asked for again. */
export async function checksOf(run: SyncRun, number: number, headSha: string): Promise<HeadChecks> {
  const [found] = await run.context.readResources([checksName(run, number, headSha)]);
  const stored = found as unknown as CheckRunSnapshot | null;
  const done = stored !== null && summarizeChecks(stored.checks).state === "success";
  return done ? { ...stored, document: null } : await readChecks(run, number, headSha);
}

/** The checks of a head as they are now. */
export async function readChecks(
  run: SyncRun,
  number: number,
  headSha: string,
): Promise<HeadChecks & { document: Document }> {
  const what = `the checks of ${run.repo}#${number}`;
  const { checks, truncated } = await run.asking.by(
    what,
    (client) => commitChecks(client, run.target, headSha),
  );
  const data: CheckRunSnapshot = {
    repo: run.repo,
    number,
    headSha,
    checks,
    truncated,
    fetchedAt: new Date().toISOString(),
  };
  const name = checksName(run, number, headSha);
  return { document: { spec: "checkRunSnapshot", name, data }, checks, truncated };
}

function checksName(run: SyncRun, number: number, headSha: string): string {
  return documentName(run, "checkRunSnapshot", String(number), headSha.slice(0, 12));
}

/**
 * Whether the checks of an open pull request have to be asked for again although nothing else changes:
 * they do not touch its time of change.
 */
export function areUnsettled(run: SyncRun, checks: readonly Check[], updatedAt: string): boolean {
  const { state, pending } = summarizeChecks(checks);
  if (pending > 0) return true;
  const now = run.asking.clock.now();
  return state === "none" && now !== null && now - Date.parse(updatedAt) < BEGINNING_MS;
}

/** Keeps the numbers of pull requests to ask for again. */
export function noteUnsettled({ state }: SyncRun, number: number, unsettled: boolean): void {
  const others = state.unsettled.filter((one) => one !== number);
  state.unsettled = unsettled ? [...others, number] : others;
}
