import { SESSION_ONLY } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** What the operators of a registry decide. To everybody else these addresses do not exist. */
const OPERATOR = { tag: "operator", credentials: SESSION_ONLY, role: "operator" } as const;
const ACT = { ...OPERATOR, proof: "recent" } as const;

/** The work of the operators: reports, and what they do about them. */
export const OPERATOR_POLICY = {
  "operator.overview": {
    ...OPERATOR,
    request: "GET /api/v1/admin/overview",
    summary: "List what waits for an operator's decision",
  },
  "operator.close-report": {
    ...ACT,
    request: "POST /api/v1/admin/reports/{number}/close",
    summary: "Close a report with a note for the person who sent it",
  },
  "operator.grant-claim": {
    ...ACT,
    request: "POST /api/v1/admin/claims/{number}/grant",
    summary: "Grant a name to the person who claimed it",
  },
  "operator.refuse-claim": {
    ...ACT,
    request: "POST /api/v1/admin/claims/{number}/refuse",
    summary: "Refuse a claim to a name",
  },
  "operator.allow-name": {
    ...ACT,
    request: "POST /api/v1/admin/held/{stagedId}/allow",
    summary: "Allow the name of a version that is held for it",
  },
  "operator.refuse-name": {
    ...ACT,
    request: "POST /api/v1/admin/held/{stagedId}/refuse",
    summary: "Refuse the name of a version that is held for it",
  },
  "operator.quarantine": {
    ...ACT,
    request: "POST /api/v1/admin/quarantine",
    summary: "Put an extension or a version in quarantine",
  },
  "operator.release": {
    ...ACT,
    request: "POST /api/v1/admin/release",
    summary: "Release an extension or a version from quarantine",
  },
  "operator.takedown": {
    ...ACT,
    request: "POST /api/v1/admin/takedown",
    summary: "Take an extension or a version down",
  },
  "operator.reinstate": {
    ...ACT,
    request: "POST /api/v1/admin/reinstate",
    summary: "Restore an extension or a version that was taken down",
  },
  "operator.suspend": {
    ...ACT,
    request: "POST /api/v1/admin/suspend",
    summary: "Suspend a collective",
  },
  "operator.unsuspend": {
    ...ACT,
    request: "POST /api/v1/admin/unsuspend",
    summary: "Lift the suspension of a collective",
  },
  "operator.disable": {
    ...ACT,
    request: "POST /api/v1/admin/disable",
    summary: "Disable an account",
  },
  "operator.enable": {
    ...ACT,
    request: "POST /api/v1/admin/enable",
    summary: "Enable an account that was disabled",
  },
} as const satisfies Record<string, WrittenRow>;
