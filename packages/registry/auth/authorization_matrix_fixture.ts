/**
 * Who may call what, transcribed by hand from spec §4.1–4.4 and §5.4 and design §4, not from the
 * policy table: an error in the table shows as a difference to this list.
 */
export interface FixtureRow {
  /** Key of the policy row under test. */
  key: string;
  line: string;
  /** Kinds of credential that are taken; `anyone` for none needed. */
  takes: readonly Taken[];
  /** Scope a collective token needs. */
  scope?: string;
  /** Least role a person needs in the collective of the path. */
  role?: "member" | "admin" | "owner";
  /** A request that nothing is changed by: what it sends, and what an admitted caller is answered. */
  body?: unknown;
  admitted: 200 | 400 | 404;
}

/** Kinds of credential as the spec names them. */
export type Taken = "cookie" | "sessionToken" | "exchange" | "key" | "token" | "anyone";

const ANY_CREDENTIAL = ["cookie", "key", "token"] as const;
const COOKIE_ONLY = ["cookie"] as const;
const SESSION = ["cookie", "sessionToken"] as const;
const TOKEN_MANAGEMENT = ["cookie", "exchange"] as const;
const WRONG = { unexpected: true };

export const FIXTURE: readonly FixtureRow[] = [
  // §4.1: "These require an active session (cookie or session token)."
  {
    key: "keys.create",
    line: "POST /api/auth/api-key/create",
    takes: SESSION,
    body: WRONG,
    admitted: 400,
  },
  { key: "keys.list", line: "GET /api/auth/api-key/list", takes: SESSION, admitted: 200 },
  {
    key: "keys.update",
    line: "POST /api/auth/api-key/update",
    takes: SESSION,
    body: WRONG,
    admitted: 400,
  },
  {
    key: "keys.delete",
    line: "POST /api/auth/api-key/delete",
    takes: SESSION,
    body: WRONG,
    admitted: 400,
  },
  // §4.2: "an active session with owner or admin role on the collective"; design §4: or the exchanged one.
  {
    key: "tokens.list",
    line: "GET /api/v1/collectives/{slug}/api-tokens",
    takes: TOKEN_MANAGEMENT,
    role: "admin",
    admitted: 200,
  },
  {
    key: "tokens.create",
    line: "POST /api/v1/collectives/{slug}/api-tokens",
    takes: TOKEN_MANAGEMENT,
    role: "admin",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "tokens.revoke",
    line: "PATCH /api/v1/collectives/{slug}/api-tokens/not-a-uuid",
    takes: TOKEN_MANAGEMENT,
    role: "admin",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "tokens.delete",
    line: "DELETE /api/v1/collectives/{slug}/api-tokens/not-a-uuid",
    takes: TOKEN_MANAGEMENT,
    role: "admin",
    admitted: 400,
  },
  // §4.3 reads.
  {
    key: "collectives.list",
    line: "GET /api/v1/collectives",
    takes: ANY_CREDENTIAL,
    scope: "collective:read",
    admitted: 200,
  },
  {
    key: "collectives.get",
    line: "GET /api/v1/collectives/{slug}",
    takes: ANY_CREDENTIAL,
    scope: "collective:read",
    admitted: 200,
  },
  {
    key: "collectives.members",
    line: "GET /api/v1/collectives/{slug}/members",
    takes: ANY_CREDENTIAL,
    scope: "collective:read",
    admitted: 200,
  },
  {
    key: "collectives.invitations",
    line: "GET /api/v1/collectives/{slug}/invitations",
    takes: ANY_CREDENTIAL,
    scope: "collective:write",
    role: "admin",
    admitted: 200,
  },
  {
    key: "collectives.extensions",
    line: "GET /api/v1/collectives/{slug}/extensions",
    takes: ANY_CREDENTIAL,
    scope: "collective:read",
    admitted: 200,
  },
  {
    key: "collectives.serve-instances",
    line: "GET /api/v1/collectives/{slug}/serve-instances",
    takes: ANY_CREDENTIAL,
    scope: "serve:*",
    role: "member",
    admitted: 200,
  },
  // §4.3 writes.
  {
    key: "collectives.update",
    line: "PATCH /api/v1/collectives/{slug}",
    takes: ANY_CREDENTIAL,
    scope: "collective:write",
    role: "admin",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "collectives.invite",
    line: "POST /api/v1/collectives/{slug}/invite",
    takes: COOKIE_ONLY,
    role: "admin",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "collectives.remove-member",
    line: "DELETE /api/v1/collectives/{slug}/members/not-a-uuid",
    takes: COOKIE_ONLY,
    role: "admin",
    admitted: 400,
  },
  {
    key: "collectives.change-role",
    line: "PATCH /api/v1/collectives/{slug}/members/not-a-uuid",
    takes: COOKIE_ONLY,
    role: "admin",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "collectives.cancel-invite",
    line: "POST /api/v1/collectives/{slug}/cancel-invite",
    takes: COOKIE_ONLY,
    role: "admin",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "collectives.create",
    line: "POST /api/v1/collectives/create",
    takes: COOKIE_ONLY,
    body: WRONG,
    admitted: 400,
  },
  {
    key: "collectives.delete",
    line: "POST /api/v1/collectives/{slug}/delete",
    takes: COOKIE_ONLY,
    role: "owner",
    body: WRONG,
    admitted: 400,
  },
  // Beyond the spec's tables: a member's own way out, and the invited person's answer.
  {
    key: "collectives.leave",
    line: "POST /api/v1/collectives/{slug}/leave",
    takes: COOKIE_ONLY,
    role: "member",
    body: WRONG,
    admitted: 400,
  },
  {
    key: "invitations.list",
    line: "GET /api/v1/invitations",
    takes: ["cookie", "key"],
    admitted: 200,
  },
  {
    key: "invitations.accept",
    line: "POST /api/v1/invitations/not-a-uuid/accept",
    takes: COOKIE_ONLY,
    admitted: 400,
  },
  {
    key: "invitations.decline",
    line: "POST /api/v1/invitations/not-a-uuid/decline",
    takes: COOKIE_ONLY,
    admitted: 400,
  },
  // §2.5 and §4.5: whoami takes a personal key or a collective token, whatever its scopes.
  { key: "identity.whoami", line: "GET /api/whoami", takes: ANY_CREDENTIAL, admitted: 200 },
  // Design §4: a personal key alone is exchanged; a collective token cannot obtain the session.
  {
    key: "identity.exchange",
    line: "POST /api/v1/auth/exchange",
    takes: ["key"],
    body: WRONG,
    admitted: 400,
  },
  {
    key: "keys.revoke-self",
    line: "POST /api/v1/auth/revoke",
    takes: ["key"],
    body: WRONG,
    admitted: 400,
  },
  // Reference wire 1.7: asked with an API key or an access token, by a serve instance with its own token.
  {
    key: "identity.resolve-user",
    line: "GET /api/auth/resolve-user?username=nobody-here",
    takes: ["cookie", "sessionToken", "key", "token"],
    admitted: 404,
  },
  // §4.4: "none (public)".
  { key: "service.openapi", line: "GET /api/v1/openapi.json", takes: ["anyone"], admitted: 200 },
  { key: "service.health", line: "GET /healthz", takes: ["anyone"], admitted: 200 },
];
