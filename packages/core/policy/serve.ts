import { rowsWith, type WrittenRow } from "./row.ts";

const serve = rowsWith({
  tag: "serve",
  credentials: ["personalKey", "collectiveToken"],
  scope: "serve:*",
  role: "none",
});

/** Serve instances announcing themselves (reference wire 1.7). The list is a collective's own row. */
export const SERVE_POLICY = {
  "serve.register": serve("PUT /api/v1/serve/instances", "Register a serve instance"),
  "serve.heartbeat": serve(
    "PUT /api/v1/serve/instances/{oauthClientId}/heartbeat",
    "Report that a serve instance is alive",
  ),
} as const satisfies Record<string, WrittenRow>;
