/**
 * Keeps files of repositories on GitHub as local copies: each is fetched when it changed, and
 * restored when it was changed here. Nothing is changed on GitHub.
 *
 * The token comes from `GH_TOKEN`, `GITHUB_TOKEN` or `gh auth token`; `GITHUB_API_URL` names the
 * API of another instance.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodResult } from "../platform/context.ts";
import { sync, type SyncContext } from "./methods/sync.ts";
import { syncRecordSchema } from "./outputs/sync_record.ts";
import { syncSummarySchema } from "./outputs/sync_summary.ts";
import { MOST_TARGETS, type Target, targetSchema } from "./targets/target.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-file-track`: one method, two outputs. */
export const model = {
  type: "@svc/github-file-track",
  version: "2026.11.22.1",
  globalArguments: z.object({
    targets: z.array(targetSchema).max(MOST_TARGETS).optional().describe(
      "Files to track: repo, ref, srcPath, destPath and label of each",
    ),
  }),
  resources: {
    syncRecord: kept(
      "The last sync of one destination, with the upstream blob SHA",
      syncRecordSchema,
    ),
    syncSummary: kept(
      "Number of files that one run created, wrote, restored and left unchanged",
      syncSummarySchema,
    ),
  },
  methods: {
    sync: {
      description: "Fetch each tracked file and write it locally when it changed",
      kind: "update",
      arguments: z.object({
        targets: z.array(targetSchema).max(MOST_TARGETS).optional().describe(
          "Files to track in this run, in place of the behavior's own",
        ),
      }),
      execute: (
        args: { targets?: Target[] | undefined },
        context: SyncContext,
      ): Promise<MethodResult> => sync(args.targets, context),
    },
  },
};
