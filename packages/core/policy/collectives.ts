import { BEARER_OR_SESSION, PERSON, SESSION_ONLY, TOKEN_MANAGEMENT } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** What any member reads. */
const READ = {
  tag: "collectives",
  credentials: BEARER_OR_SESSION,
  scope: "collective:read",
  role: "any",
} as const;
const WRITE = {
  tag: "collectives",
  credentials: BEARER_OR_SESSION,
  scope: "collective:write",
  role: "admin",
} as const;
/** What concerns the caller, whatever they are a member of. */
const OWN = { tag: "collectives", credentials: PERSON, role: "none" } as const;
const BY_SESSION = { tag: "collectives", credentials: SESSION_ONLY } as const;
const AUDIT = { tag: "collectives", credentials: PERSON, role: "admin" } as const;
const TOKENS = { tag: "tokens", credentials: TOKEN_MANAGEMENT, role: "admin" } as const;

/** The collective interface (spec §4.3) and the collective tokens (spec §4.2). */
export const COLLECTIVE_POLICY = {
  "collectives.list": {
    ...READ,
    request: "GET /api/v1/collectives",
    summary: "List the collectives the caller belongs to",
  },
  "collectives.get": {
    ...READ,
    request: "GET /api/v1/collectives/{slug}",
    summary: "Read one collective",
  },
  "collectives.members": {
    ...READ,
    request: "GET /api/v1/collectives/{slug}/members",
    summary: "List the members of a collective",
  },
  "collectives.invitations": {
    ...WRITE,
    request: "GET /api/v1/collectives/{slug}/invitations",
    summary: "List the open invitations of a collective",
  },
  "collectives.extensions": {
    ...READ,
    request: "GET /api/v1/collectives/{slug}/extensions",
    summary: "List the extensions of a collective",
  },
  "collectives.serve-instances": {
    request: "GET /api/v1/collectives/{slug}/serve-instances",
    tag: "collectives",
    credentials: BEARER_OR_SESSION,
    scope: "serve:*",
    role: "member",
    summary: "List the serve instances of a collective",
  },
  "audit.list": {
    ...AUDIT,
    request: "GET /api/v1/collectives/{slug}/audit",
    summary: "List what was done to a collective, its members, tokens and extensions",
  },
  "audit.export": {
    ...AUDIT,
    request: "GET /api/v1/collectives/{slug}/audit/export",
    answers: "lines",
    summary: "Download what was done to a collective as lines of JSON",
  },
  "collectives.update": {
    ...WRITE,
    request: "PATCH /api/v1/collectives/{slug}",
    summary: "Change the settings of a collective",
  },
  "collectives.require-second-factor": {
    ...BY_SESSION,
    request: "PUT /api/v1/collectives/{slug}/second-factor",
    role: "owner",
    proof: "recent",
    summary: "Require a second factor of members who change something, or stop requiring it",
  },
  "collectives.invite": {
    ...BY_SESSION,
    request: "POST /api/v1/collectives/{slug}/invite",
    role: "admin",
    proof: "recent",
    summary: "Invite somebody into a collective",
  },
  "collectives.remove-member": {
    ...BY_SESSION,
    request: "DELETE /api/v1/collectives/{slug}/members/{memberId}",
    role: "admin",
    proof: "recent",
    summary: "Remove a member",
  },
  "collectives.change-role": {
    ...BY_SESSION,
    request: "PATCH /api/v1/collectives/{slug}/members/{memberId}",
    role: "admin",
    proof: "recent",
    summary: "Change a member's role",
  },
  "collectives.cancel-invite": {
    ...BY_SESSION,
    request: "POST /api/v1/collectives/{slug}/cancel-invite",
    role: "admin",
    summary: "Withdraw an invitation",
  },
  "collectives.create": {
    ...BY_SESSION,
    request: "POST /api/v1/collectives/create",
    role: "none",
    summary: "Create a collective",
  },
  "collectives.delete": {
    ...BY_SESSION,
    request: "POST /api/v1/collectives/{slug}/delete",
    role: "owner",
    proof: "recent",
    summary: "Delete a collective",
  },
  "collectives.leave": {
    ...BY_SESSION,
    request: "POST /api/v1/collectives/{slug}/leave",
    role: "member",
    givesUp: true,
    summary: "Leave a collective",
  },
  "invitations.list": {
    ...OWN,
    request: "GET /api/v1/invitations",
    summary: "List the caller's own open invitations",
  },
  "invitations.accept": {
    ...BY_SESSION,
    request: "POST /api/v1/invitations/{invitationId}/accept",
    role: "none",
    summary: "Accept an invitation",
  },
  "invitations.decline": {
    ...BY_SESSION,
    request: "POST /api/v1/invitations/{invitationId}/decline",
    role: "none",
    summary: "Decline an invitation",
  },
  "tokens.list": {
    ...TOKENS,
    request: "GET /api/v1/collectives/{slug}/api-tokens",
    summary: "List the tokens of a collective",
  },
  "tokens.create": {
    ...TOKENS,
    request: "POST /api/v1/collectives/{slug}/api-tokens",
    proof: "recent",
    summary: "Create a collective token",
  },
  "tokens.revoke": {
    ...TOKENS,
    request: "PATCH /api/v1/collectives/{slug}/api-tokens/{tokenId}",
    summary: "Revoke a collective token",
  },
  "tokens.delete": {
    ...TOKENS,
    request: "DELETE /api/v1/collectives/{slug}/api-tokens/{tokenId}",
    summary: "Delete a collective token",
  },
  "claims.create": {
    ...OWN,
    request: "POST /api/v1/claims",
    summary: "Claim a name that is reserved or held",
  },
  "claims.list": {
    ...OWN,
    request: "GET /api/v1/claims",
    summary: "List your claims to names",
  },
  "claims.withdraw": {
    ...OWN,
    request: "DELETE /api/v1/claims/{number}",
    summary: "Withdraw a claim that is not decided",
  },
} as const satisfies Record<string, WrittenRow>;
