import { ANYONE, NOBODY_ASKED, PERSON } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

/** The same for all. */
const open = rowsWith({ tag: "log", credentials: NOBODY_ASKED, role: "none", answers: "bytes" });
const read = rowsWith({ tag: "log", credentials: ANYONE, scope: "extensions:read", role: "none" });

/** The registry's public log (reference trust 4.4). */
export const LOG_POLICY = {
  "log.checkpoint": open("GET /log/checkpoint", "Read the signed head of the log"),
  "log.key": open("GET /log/key", "Read the keys that sign the log"),
  "log.tile": open("GET /log/tile/{tile}", "Read hashes or entries of the log"),
  "log.epoch-checkpoint": open(
    "GET /log/{epoch}/checkpoint",
    "Read the last head of one epoch of the log",
  ),
  "log.epoch-tile": open(
    "GET /log/{epoch}/tile/{tile}",
    "Read hashes or entries of one epoch of the log",
  ),
  "log.proof": read("GET /api/v1/log/proof", "Prove that an event of an extension is in the log"),
  "log.entries": read("GET /api/v1/log/entries", "List what the log has of an extension"),
  "log.sealed": {
    request: "GET /api/v1/collectives/{slug}/log-entries",
    tag: "log",
    credentials: PERSON,
    role: "member",
    summary: "Open the sealed entries that the log has of a collective",
  },
} as const satisfies Record<string, WrittenRow>;
