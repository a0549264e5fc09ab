import { ANYONE, NOBODY_ASKED } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** The registry's public log (reference trust 4.4). */
export const LOG_POLICY = {
  "log.checkpoint": {
    method: "GET",
    path: "/log/checkpoint",
    tag: "log",
    credentials: NOBODY_ASKED,
    role: "none",
    answers: "bytes",
    summary: "Read the signed head of the log",
  },
  "log.key": {
    method: "GET",
    path: "/log/key",
    tag: "log",
    credentials: NOBODY_ASKED,
    role: "none",
    answers: "bytes",
    summary: "Read the keys that sign the log",
  },
  "log.tile": {
    method: "GET",
    path: "/log/tile/{tile}",
    tag: "log",
    credentials: NOBODY_ASKED,
    role: "none",
    answers: "bytes",
    summary: "Read hashes or entries of the log",
  },
  "log.proof": {
    method: "GET",
    path: "/api/v1/log/proof",
    tag: "log",
    credentials: ANYONE,
    scope: "extensions:read",
    role: "none",
    summary: "Prove that an event of an extension is in the log",
  },
  "log.entries": {
    method: "GET",
    path: "/api/v1/log/entries",
    tag: "log",
    credentials: ANYONE,
    scope: "extensions:read",
    role: "none",
    summary: "List what the log has of an extension",
  },
} as const satisfies Record<string, PolicyRow>;
