import { BEARER_OR_SESSION, PERSON, PUBLISHES, SESSION_ONLY } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const read = rowsWith({
  tag: "extensions",
  credentials: BEARER_OR_SESSION,
  scope: "extensions:read",
});
const decide = rowsWith({
  tag: "extensions",
  credentials: SESSION_ONLY,
  proof: "action",
  role: "admin",
});

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
  "staged.list": read(
    "GET /api/v1/staged",
    "List the staged versions of the caller's collectives",
    { role: "any" },
  ),
  "staged.get": read(
    "GET /api/v1/staged/{stagedId}",
    "Read a staged version, and who decided about it",
    { role: "member" },
  ),
  "staged.download": read(
    "GET /api/v1/staged/{stagedId}/download",
    "Download the archive of a staged version",
    { role: "member" },
  ),
  "staged.ask": {
    request: "POST /api/v1/staged/{stagedId}/challenge",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "admin",
    summary: "Receive what a passkey signs for a decision",
  },
  "staged.approve": decide("POST /api/v1/staged/{stagedId}/approve", "Approve a staged version"),
  "staged.reject": decide(
    "POST /api/v1/staged/{stagedId}/reject",
    "Reject a staged version, or stop one that is approved and waits",
  ),
  "staged.override": decide(
    "POST /api/v1/staged/{stagedId}/override",
    "Publish a staged version at once, without the approvals it needs",
    { role: "owner" },
  ),
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
