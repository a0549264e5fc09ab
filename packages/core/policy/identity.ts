import { BEARER_OR_SESSION, NOBODY_ASKED, SESSION_OR_TOKEN } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const keys = rowsWith({ tag: "identity", credentials: SESSION_OR_TOKEN, role: "none" });
/** The same for all. */
const service = rowsWith({ tag: "service", credentials: NOBODY_ASKED, role: "none" });

/** Who the caller is (spec §2.5, §4.1, §4.4; design §4) and the service's own endpoints. */
export const IDENTITY_POLICY = {
  "identity.whoami": keys("GET /api/whoami", "Show the account behind the current credential", {
    credentials: BEARER_OR_SESSION,
  }),
  "identity.exchange": keys(
    "POST /api/v1/auth/exchange",
    "Exchange a personal key for a five-minute session that may manage collective tokens",
    { credentials: ["personalKey"] },
  ),
  "keys.create": keys("POST /api/auth/api-key/create", "Create a personal key", {
    proof: "recent",
  }),
  "keys.list": keys("GET /api/auth/api-key/list", "List personal keys"),
  "keys.update": keys("POST /api/auth/api-key/update", "Rename, disable or enable a personal key"),
  "keys.delete": keys("POST /api/auth/api-key/delete", "Delete a personal key"),
  "keys.revoke-self": keys(
    "POST /api/v1/auth/revoke",
    "Revoke the personal key that makes the call",
    { credentials: ["personalKey"] },
  ),
  "identity.resolve-user": keys("GET /api/auth/resolve-user", "Resolve a username to its subject", {
    credentials: [...BEARER_OR_SESSION, "sessionToken"],
  }),
  "leaks.report": service("POST /api/v1/leaks", "Report leaked keys, which are then revoked"),
  "leaks.patterns": service(
    "GET /.well-known/svc-token-patterns",
    "Describe what keys look like, for scanners of secrets",
  ),
  "service.openapi": service("GET /api/v1/openapi.json", "Read this description"),
  "service.health": service("GET /healthz", "Check that the server is alive"),
  "service.ready": service("GET /readyz", "Check that the server and its dependencies work"),
} as const satisfies Record<string, WrittenRow>;
