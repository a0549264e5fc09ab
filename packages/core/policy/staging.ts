import { BEARER_OR_SESSION, PERSON, PUBLISHES, SESSION_ONLY } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

const READ = {
  tag: "extensions",
  credentials: BEARER_OR_SESSION,
  scope: "extensions:read",
} as const;
const DECIDE = {
  tag: "extensions",
  credentials: SESSION_ONLY,
  proof: "action",
  role: "admin",
} as const;

/** Versions that wait for approval, and what a collective asks for before they are published (trust 5). */
export const STAGING_POLICY = {
  "staged.create": {
    request: "POST /api/v1/extensions/stage",
    tag: "extensions",
    credentials: PUBLISHES,
    scope: "extensions:push",
    role: "member",
    summary: "Stage an uploaded version: it is scored, and waits for approval",
  },
  "staged.list": {
    ...READ,
    request: "GET /api/v1/staged",
    role: "any",
    summary: "List the staged versions of the caller's collectives",
  },
  "staged.get": {
    ...READ,
    request: "GET /api/v1/staged/{stagedId}",
    role: "member",
    summary: "Read a staged version, and who decided about it",
  },
  "staged.download": {
    ...READ,
    request: "GET /api/v1/staged/{stagedId}/download",
    role: "member",
    summary: "Download the archive of a staged version",
  },
  "staged.ask": {
    request: "POST /api/v1/staged/{stagedId}/challenge",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "admin",
    summary: "Receive what a passkey signs for a decision",
  },
  "staged.approve": {
    ...DECIDE,
    request: "POST /api/v1/staged/{stagedId}/approve",
    summary: "Approve a staged version",
  },
  "staged.reject": {
    ...DECIDE,
    request: "POST /api/v1/staged/{stagedId}/reject",
    summary: "Reject a staged version, or stop one that is approved and waits",
  },
  "staged.override": {
    request: "POST /api/v1/staged/{stagedId}/override",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "owner",
    proof: "action",
    summary: "Publish a staged version at once, without the approvals it needs",
  },
  "staged.withdraw": {
    request: "POST /api/v1/staged/{stagedId}/withdraw",
    tag: "extensions",
    credentials: BEARER_OR_SESSION,
    scope: "extensions:push",
    role: "member",
    summary: "Withdraw a staged version that the caller staged",
  },
  "approval.get": {
    request: "GET /api/v1/collectives/{slug}/approval",
    tag: "collectives",
    credentials: PERSON,
    role: "member",
    summary: "Read what a collective asks for before a version is published",
  },
  "approval.set": {
    request: "PUT /api/v1/collectives/{slug}/approval",
    tag: "collectives",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary: "Change what a collective asks for before a version is published",
  },
} as const satisfies Record<string, WrittenRow>;
