import type { AdminCommand } from "./command/command.ts";
import { disable, enable, removeFactor, resetPassword, users } from "./commands/accounts.ts";
import { acceptLoss } from "./commands/accept_loss.ts";
import { backup } from "./commands/backup.ts";
import { check } from "./commands/check.ts";
import { jobs } from "./commands/jobs.ts";
import { log } from "./commands/log.ts";
import { move } from "./commands/move.ts";
import { names } from "./commands/names.ts";
import { operators } from "./commands/operators.ts";
import { reindex } from "./commands/reindex.ts";
import { releases } from "./commands/releases.ts";
import { claims } from "./commands/claims.ts";
import { closeReport, reports } from "./commands/reports.ts";
import { restore } from "./commands/restore.ts";
import { quarantine, reinstate, release, takedown } from "./commands/takedown.ts";
import { suspend, unsuspend } from "./commands/suspend.ts";
import { verify } from "./commands/verify.ts";

/** Every command of `npm run admin`, in the order of its help. */
export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  backup,
  restore,
  move,
  check,
  verify,
  "accept-loss": acceptLoss,
  log,
  users,
  "reset-password": resetPassword,
  "remove-factor": removeFactor,
  operators,
  disable,
  enable,
  suspend,
  unsuspend,
  quarantine,
  release,
  takedown,
  reinstate,
  reports,
  "close-report": closeReport,
  claims,
  names,
  releases,
  reindex,
  jobs,
};
