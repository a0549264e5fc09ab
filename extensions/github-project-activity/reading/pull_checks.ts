import { summarizeChecks } from "../../platform/checks.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import { ciStatusName } from "../naming/names.ts";
import type { CiStatusSnapshot } from "../outputs/ci_status_snapshot.ts";
import { ask } from "./answer.ts";
import type { LedgerRun } from "./run.ts";

/** The checks of a pull request's head. */
export async function readChecks(
  run: LedgerRun,
  number: number,
  headSha: string,
): Promise<Document> {
  const { checks, truncated } = await ask(
    `the checks of ${run.repo}#${number}`,
    () => commitChecks(run.client, run.name, headSha),
  );
  const { state } = summarizeChecks(checks);
  // What was not read may have failed.
  const sure = !truncated || state === "failure";
  return statusDocument(run, number, headSha, {
    state: sure ? state : "unknown",
    checks,
    truncated,
  });
}

/** The document of checks that could not be read. */
export function unknownChecks(run: LedgerRun, number: number, headSha: string): Document {
  return statusDocument(run, number, headSha, { state: "unknown", checks: [], truncated: true });
}

function statusDocument(
  { name, repo, input }: LedgerRun,
  number: number,
  headSha: string,
  status: Pick<CiStatusSnapshot, "state" | "checks" | "truncated">,
): Document {
  const data: CiStatusSnapshot = { repo, number, headSha, ...status, fetchedAt: input.now };
  return { spec: "ciStatusSnapshot", name: ciStatusName(name, number, headSha), data };
}
