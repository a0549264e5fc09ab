import { ANY_CREDENTIAL, EVERYBODY, type FixtureRow, SESSION, WRONG } from "./row.ts";

/** Who the caller is, personal keys and the service itself (spec §2.5, §4.1, §4.4). */
export const IDENTITY_ROWS: readonly FixtureRow[] = [
  {
    key: "keys.create",
    source: 'spec 4.1: "These require an active session (cookie or session token)"',
    line: "POST /api/auth/api-key/create",
    takes: SESSION,
    body: WRONG,
    admitted: 400,
  },
  {
    key: "keys.list",
    source: 'spec 4.1: "These require an active session (cookie or session token)"',
    line: "GET /api/auth/api-key/list",
    takes: SESSION,
    admitted: 200,
  },
  {
    key: "keys.update",
    source: 'spec 4.1: "These require an active session (cookie or session token)"',
    line: "POST /api/auth/api-key/update",
    takes: SESSION,
    body: WRONG,
    admitted: 400,
  },
  {
    key: "keys.delete",
    source: 'spec 4.1: "These require an active session (cookie or session token)"',
    line: "POST /api/auth/api-key/delete",
    takes: SESSION,
    body: WRONG,
    admitted: 400,
  },
  {
    key: "identity.whoami",
    source: 'spec 2.5 and 4.5: "Personal or Collective", whatever the scopes',
    line: "GET /api/whoami",
    takes: ANY_CREDENTIAL,
    admitted: 200,
  },
  {
    key: "identity.exchange",
    source:
      'design 4: the client exchanges its personal key; "a collective token cannot obtain it"',
    line: "POST /api/v1/auth/exchange",
    takes: ["key"],
    body: WRONG,
    admitted: 400,
  },
  {
    key: "keys.revoke-self",
    source: 'design 4: logout "revokes the key it created"',
    line: "POST /api/v1/auth/revoke",
    takes: ["key"],
    body: WRONG,
    admitted: 400,
  },
  {
    key: "identity.resolve-user",
    source: 'reference wire 1.7: "bearer (API key or access token)"',
    line: "GET /api/auth/resolve-user?username=nobody-here",
    takes: ["cookie", "sessionToken", "key", "token"],
    admitted: 404,
  },
  {
    key: "service.openapi",
    source: 'spec 4.4: "none (public)"',
    line: "GET /api/v1/openapi.json",
    takes: EVERYBODY,
    admitted: 200,
  },
  {
    key: "service.health",
    source: 'reference wire 1.6: "none"',
    line: "GET /healthz",
    takes: EVERYBODY,
    admitted: 200,
  },
  {
    key: "service.ready",
    source: "as service.health; it tells ok or failing of each part and no more",
    line: "GET /readyz",
    takes: EVERYBODY,
    admitted: 200,
  },
];
