import { BEARER_OR_SESSION, PERSON, SESSION_ONLY, TOKEN_MANAGEMENT } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

/** What any member reads. */
const read = rowsWith({
  tag: "collectives",
  credentials: BEARER_OR_SESSION,
  scope: "collective:read",
  role: "any",
});
const write = rowsWith({
  tag: "collectives",
  credentials: BEARER_OR_SESSION,
  scope: "collective:write",
  role: "admin",
});
/** What concerns the caller, whatever they are a member of. */
const own = rowsWith({ tag: "collectives", credentials: PERSON, role: "none" });
const bySession = rowsWith({ tag: "collectives", credentials: SESSION_ONLY });
const audit = rowsWith({ tag: "collectives", credentials: PERSON, role: "admin" });
const tokens = rowsWith({ tag: "tokens", credentials: TOKEN_MANAGEMENT, role: "admin" });

/** The collective interface (spec §4.3) and the collective tokens (spec §4.2). */
export const COLLECTIVE_POLICY = {
  "collectives.list": read("GET /api/v1/collectives", "List the collectives the caller belongs to"),
  "collectives.get": read("GET /api/v1/collectives/{slug}", "Read one collective"),
  "collectives.members": read(
    "GET /api/v1/collectives/{slug}/members",
    "List the members of a collective",
  ),
  "collectives.invitations": write(
    "GET /api/v1/collectives/{slug}/invitations",
    "List the open invitations of a collective",
  ),
  "collectives.extensions": read(
    "GET /api/v1/collectives/{slug}/extensions",
    "List the extensions of a collective",
  ),
  "collectives.serve-instances": {
    request: "GET /api/v1/collectives/{slug}/serve-instances",
    tag: "collectives",
    credentials: BEARER_OR_SESSION,
    scope: "serve:*",
    role: "member",
    summary: "List the serve instances of a collective",
  },
  "audit.list": audit(
    "GET /api/v1/collectives/{slug}/audit",
    "List what was done to a collective, its members, tokens and extensions",
  ),
  "audit.export": audit(
    "GET /api/v1/collectives/{slug}/audit/export",
    "Download what was done to a collective as lines of JSON",
    { answers: "lines" },
  ),
  "collectives.update": write(
    "PATCH /api/v1/collectives/{slug}",
    "Change the settings of a collective",
  ),
  "collectives.require-second-factor": bySession(
    "PUT /api/v1/collectives/{slug}/second-factor",
    "Require a second factor of members who change something, or stop requiring it",
    { role: "owner", proof: "recent" },
  ),
  "collectives.invite": bySession(
    "POST /api/v1/collectives/{slug}/invite",
    "Invite somebody into a collective",
    { role: "admin", proof: "recent" },
  ),
  "collectives.remove-member": bySession(
    "DELETE /api/v1/collectives/{slug}/members/{memberId}",
    "Remove a member",
    { role: "admin", proof: "recent" },
  ),
  "collectives.change-role": bySession(
    "PATCH /api/v1/collectives/{slug}/members/{memberId}",
    "Change a member's role",
    { role: "admin", proof: "recent" },
  ),
  "collectives.cancel-invite": bySession(
    "POST /api/v1/collectives/{slug}/cancel-invite",
    "Withdraw an invitation",
    { role: "admin" },
  ),
  "collectives.create": bySession("POST /api/v1/collectives/create", "Create a collective", {
    role: "none",
  }),
  "collectives.delete": bySession("POST /api/v1/collectives/{slug}/delete", "Delete a collective", {
    role: "owner",
    proof: "recent",
  }),
  "collectives.leave": bySession("POST /api/v1/collectives/{slug}/leave", "Leave a collective", {
    role: "member",
    givesUp: true,
  }),
  "invitations.list": own("GET /api/v1/invitations", "List the caller's own open invitations"),
  "invitations.accept": bySession(
    "POST /api/v1/invitations/{invitationId}/accept",
    "Accept an invitation",
    { role: "none" },
  ),
  "invitations.decline": bySession(
    "POST /api/v1/invitations/{invitationId}/decline",
    "Decline an invitation",
    { role: "none" },
  ),
  "tokens.list": tokens(
    "GET /api/v1/collectives/{slug}/api-tokens",
    "List the tokens of a collective",
  ),
  "tokens.create": tokens(
    "POST /api/v1/collectives/{slug}/api-tokens",
    "Create a collective token",
    { proof: "recent" },
  ),
  "tokens.revoke": tokens(
    "PATCH /api/v1/collectives/{slug}/api-tokens/{tokenId}",
    "Revoke a collective token",
  ),
  "tokens.delete": tokens(
    "DELETE /api/v1/collectives/{slug}/api-tokens/{tokenId}",
    "Delete a collective token",
  ),
  "claims.create": own("POST /api/v1/claims", "Claim a name that is reserved or held"),
  "claims.list": own("GET /api/v1/claims", "List your claims to names"),
  "claims.withdraw": own("DELETE /api/v1/claims/{number}", "Withdraw a claim that is not decided"),
} as const satisfies Record<string, WrittenRow>;
