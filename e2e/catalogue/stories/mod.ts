import type { Story } from "../story.ts";
import { securityAlerts } from "./a.ts";
import { tokenAudit } from "./b.ts";
import { pullRequests } from "./c.ts";
import { releases } from "./d.ts";
import { bucket } from "./datastores.ts";
import { ensure } from "./e.ts";
import { approvedActions } from "./f_actions.ts";
import { agent, throughGh, trending } from "./f_small.ts";
import { githubTypes } from "./f_types.ts";
import { activityLedger } from "./h_ledger.ts";
import { ledgerReports } from "./h_reports.ts";
import { enterprise } from "./enterprise.ts";
import { mirrorReports } from "./g_reports.ts";
import { hostileText } from "./hostile_text.ts";
import { trackedFilesAndStack } from "./f_files.ts";
import { sweep } from "./f_sweep.ts";
import { worktrees } from "./g_worktrees.ts";
import { vaults } from "./vaults.ts";

/** Every story, in the order of the families. */
export const STORIES: readonly Story[] = [
  securityAlerts,
  tokenAudit,
  pullRequests,
  releases,
  ensure,
  approvedActions,
  githubTypes,
  agent,
  throughGh,
  trending,
  hostileText,
  enterprise,
  trackedFilesAndStack,
  sweep,
  worktrees,
  mirrorReports,
  vaults,
  bucket,
  activityLedger,
  ledgerReports,
];
