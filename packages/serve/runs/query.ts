import { isSvcError } from "@svc/core/error";
import { UUID } from "@svc/core/name";
import { parseSince } from "@svc/runtime/duration";
import { z } from "zod";
import { RUN_STATUSES } from "../api/run.ts";

const DAY_MS = 86_400_000;

const text = z.string().max(512).optional();

/** What a list of runs is narrowed down to: of the interface, and of the form on the page. */
export const RUN_QUERY = {
  behavior: text.describe("Only runs of the behavior of this name"),
  method: text.describe("Only runs of this method"),
  status: z.enum(RUN_STATUSES).optional(),
  by: text.describe("Only runs that this one started: `token:ci`, or the name alone"),
  since: moment("since").optional()
    .describe("Only runs accepted since: a date, or how long ago: `12h`, `7d`"),
  until: moment("until").optional()
    .describe("Only runs accepted until: a date, with that whole day, or how long ago"),
  before: z.string().regex(UUID, "must be the id of a run").optional()
    .describe("Only runs older than the one with this id: `next` of the page before"),
};

/** A point in time. A day alone is its beginning, or its end where it is the last one. */
function moment(where: "since" | "until") {
  return z.string().max(64).transform((given, context) => {
    try {
      const at = parseSince(given, where);
      const isWholeDay = where === "until" && /^\d{4}-\d\d-\d\d$/.test(given);
      return isWholeDay ? new Date(at.getTime() + DAY_MS) : at;
    } catch (error) {
      if (!isSvcError(error)) throw error;
      context.addIssue({ code: "custom", message: "write 2026-11-21, 12h or 7d" });
      return z.NEVER;
    }
  });
}
