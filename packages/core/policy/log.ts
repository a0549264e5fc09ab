import { ANYONE, NOBODY_ASKED, PERSON } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** The same for all. */
const PUBLIC = { tag: "log", credentials: NOBODY_ASKED, role: "none" } as const;
const READ = { tag: "log", credentials: ANYONE, scope: "extensions:read", role: "none" } as const;

/** The registry's public log (reference trust 4.4). */
export const LOG_POLICY = {
  "log.checkpoint": {
    ...PUBLIC,
    request: "GET /log/checkpoint",
    answers: "bytes",
    summary: "Read the signed head of the log",
  },
  "log.key": {
    ...PUBLIC,
    request: "GET /log/key",
    answers: "bytes",
    summary: "Read the keys that sign the log",
  },
  "log.tile": {
    ...PUBLIC,
    request: "GET /log/tile/{tile}",
    answers: "bytes",
    summary: "Read hashes or entries of the log",
  },
  "log.epoch-checkpoint": {
    ...PUBLIC,
    request: "GET /log/{epoch}/checkpoint",
    answers: "bytes",
    summary: "Read the last head of one epoch of the log",
  },
  "log.epoch-tile": {
    ...PUBLIC,
    request: "GET /log/{epoch}/tile/{tile}",
    answers: "bytes",
    summary: "Read hashes or entries of one epoch of the log",
  },
  "log.proof": {
    ...READ,
    request: "GET /api/v1/log/proof",
    summary: "Prove that an event of an extension is in the log",
  },
  "log.entries": {
    ...READ,
    request: "GET /api/v1/log/entries",
    summary: "List what the log has of an extension",
  },
  "log.sealed": {
    request: "GET /api/v1/collectives/{slug}/log-entries",
    tag: "log",
    credentials: PERSON,
    role: "member",
    summary: "Open the sealed entries that the log has of a collective",
  },
} as const satisfies Record<string, WrittenRow>;
