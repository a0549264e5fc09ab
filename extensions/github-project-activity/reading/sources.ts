import type { SourceMethod } from "../outputs/raw_github_api_response.ts";
import type { SourceArguments } from "./arguments.ts";
import { readBackfill } from "./backfill.ts";
import { readFiles } from "./files.ts";
import { readForks } from "./forks.ts";
import { readIssues } from "./issues.ts";
import { readPullByNumber, readPulls } from "./pulls.ts";
import { readRecent } from "./recent.ts";
import { readRepo } from "./repository.ts";
import type { LedgerRun, Reading } from "./run.ts";

/** What each sync method reads: nothing else than its arguments, its input and GitHub decide. */
const SOURCES: {
  [Method in SourceMethod]: (run: LedgerRun, args: SourceArguments[Method]) => Reading;
} = {
  sync_github_repo: readRepo,
  sync_github_file_inventory: readFiles,
  sync_github_fork_index: readForks,
  sync_github_issues: readIssues,
  sync_github_prs: readPulls,
  sync_github_pr_by_number: readPullByNumber,
  sync_github_recent_activity: readRecent,
  sync_github_backfill: readBackfill,
};

/**
 * What a sync method reads, batch by batch.
 *
 * @param args what the schema of that method gave
 */
export function readingOf(method: SourceMethod, run: LedgerRun, args: object): Reading {
  return (SOURCES[method] as (run: LedgerRun, args: object) => Reading)(run, args);
}
