import type { WrittenRow } from "./row.ts";

/** Serve instances announcing themselves (reference wire 1.7). The list is a collective's own row. */
export const SERVE_POLICY = {
  "serve.register": {
    request: "PUT /api/v1/serve/instances",
    tag: "serve",
    credentials: ["personalKey", "collectiveToken"],
    scope: "serve:*",
    role: "none",
    summary: "Register a serve instance",
  },
  "serve.heartbeat": {
    request: "PUT /api/v1/serve/instances/{oauthClientId}/heartbeat",
    tag: "serve",
    credentials: ["personalKey", "collectiveToken"],
    scope: "serve:*",
    role: "none",
    summary: "Report that a serve instance is alive",
  },
} as const satisfies Record<string, WrittenRow>;
