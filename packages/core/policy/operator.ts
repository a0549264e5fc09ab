import { SESSION_ONLY } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

/** What the operators of a registry decide. To everybody else these addresses do not exist. */
const OPERATOR = { tag: "operator", credentials: SESSION_ONLY, role: "operator" } as const;
const operator = rowsWith(OPERATOR);
const act = rowsWith({ ...OPERATOR, proof: "recent" });

/** The work of the operators: reports, and what they do about them. */
export const OPERATOR_POLICY = {
  "operator.overview": operator(
    "GET /api/v1/admin/overview",
    "List what waits for an operator's decision",
  ),
  "operator.close-report": act(
    "POST /api/v1/admin/reports/{number}/close",
    "Close a report with a note for the person who sent it",
  ),
  "operator.grant-claim": act(
    "POST /api/v1/admin/claims/{number}/grant",
    "Grant a name to the person who claimed it",
  ),
  "operator.refuse-claim": act(
    "POST /api/v1/admin/claims/{number}/refuse",
    "Refuse a claim to a name",
  ),
  "operator.allow-name": act(
    "POST /api/v1/admin/held/{stagedId}/allow",
    "Allow the name of a version that is held for it",
  ),
  "operator.refuse-name": act(
    "POST /api/v1/admin/held/{stagedId}/refuse",
    "Refuse the name of a version that is held for it",
  ),
  "operator.quarantine": act(
    "POST /api/v1/admin/quarantine",
    "Put an extension or a version in quarantine",
  ),
  "operator.release": act(
    "POST /api/v1/admin/release",
    "Release an extension or a version from quarantine",
  ),
  "operator.takedown": act("POST /api/v1/admin/takedown", "Take an extension or a version down"),
  "operator.reinstate": act(
    "POST /api/v1/admin/reinstate",
    "Restore an extension or a version that was taken down",
  ),
  "operator.suspend": act("POST /api/v1/admin/suspend", "Suspend a collective"),
  "operator.unsuspend": act("POST /api/v1/admin/unsuspend", "Lift the suspension of a collective"),
  "operator.disable": act("POST /api/v1/admin/disable", "Disable an account"),
  "operator.enable": act("POST /api/v1/admin/enable", "Enable an account that was disabled"),
} as const satisfies Record<string, WrittenRow>;
