import { BEARER_OR_SESSION, NOBODY_ASKED, SESSION_OR_TOKEN } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

const KEYS = { tag: "identity", credentials: SESSION_OR_TOKEN, role: "none" } as const;
/** The same for all. */
const SERVICE = { tag: "service", credentials: NOBODY_ASKED, role: "none" } as const;

/** Who the caller is (spec §2.5, §4.1, §4.4; design §4) and the service's own endpoints. */
export const IDENTITY_POLICY = {
  "identity.whoami": {
    request: "GET /api/whoami",
    tag: "identity",
    credentials: BEARER_OR_SESSION,
    role: "none",
    summary: "Show the account behind the current credential",
  },
  "identity.exchange": {
    request: "POST /api/v1/auth/exchange",
    tag: "identity",
    credentials: ["personalKey"],
    role: "none",
    summary: "Exchange a personal key for a five-minute session that may manage collective tokens",
  },
  "keys.create": {
    ...KEYS,
    request: "POST /api/auth/api-key/create",
    proof: "recent",
    summary: "Create a personal key",
  },
  "keys.list": {
    ...KEYS,
    request: "GET /api/auth/api-key/list",
    summary: "List personal keys",
  },
  "keys.update": {
    ...KEYS,
    request: "POST /api/auth/api-key/update",
    summary: "Rename, disable or enable a personal key",
  },
  "keys.delete": {
    ...KEYS,
    request: "POST /api/auth/api-key/delete",
    summary: "Delete a personal key",
  },
  "keys.revoke-self": {
    request: "POST /api/v1/auth/revoke",
    tag: "identity",
    credentials: ["personalKey"],
    role: "none",
    summary: "Revoke the personal key that makes the call",
  },
  "identity.resolve-user": {
    request: "GET /api/auth/resolve-user",
    tag: "identity",
    credentials: [...BEARER_OR_SESSION, "sessionToken"],
    role: "none",
    summary: "Resolve a username to its subject",
  },
  "leaks.report": {
    ...SERVICE,
    request: "POST /api/v1/leaks",
    summary: "Report leaked keys, which are then revoked",
  },
  "leaks.patterns": {
    ...SERVICE,
    request: "GET /.well-known/svc-token-patterns",
    summary: "Describe what keys look like, for scanners of secrets",
  },
  "service.openapi": {
    ...SERVICE,
    request: "GET /api/v1/openapi.json",
    summary: "Read this description",
  },
  "service.health": {
    ...SERVICE,
    request: "GET /healthz",
    summary: "Check that the server is alive",
  },
  "service.ready": {
    ...SERVICE,
    request: "GET /readyz",
    summary: "Check that the server and its dependencies work",
  },
} as const satisfies Record<string, WrittenRow>;
