import { z } from "zod";
import { RUN_STATUSES } from "../api/run.ts";

const TIME = z.iso.datetime();

/** A time that came and at which nothing ran. */
export const TimeWithoutRun = z.object({ at: TIME, why: z.string() });
export type TimeWithoutRun = z.output<typeof TimeWithoutRun>;

/** A schedule as it is shown. Values of inputs are left out: they may be secrets. */
export const ScheduleView = z.object({
  name: z.string(),
  behavior: z.string(),
  method: z.string(),
  inputs: z.array(z.string()).describe("Names of its inputs"),
  cron: z.string(),
  timezone: z.string(),
  overlap: z.enum(["skip", "queue"]),
  catchUp: z.boolean(),
  createdAt: TIME,
  createdBy: z.string(),
  paused: z.object({ at: TIME, by: z.string() }).nullable()
    .describe("Since when nothing comes of its times, and who paused it"),
  nextRun: TIME.nullable().describe("Null while it is paused"),
  nextRuns: z.array(TIME).describe("The next five times"),
  lastRun: z.object({
    id: z.string(),
    at: TIME.nullable().describe("The time of the schedule that it stands for"),
    status: z.enum([...RUN_STATUSES, "forgotten"]).describe(
      "`forgotten`: the server no longer keeps this run",
    ),
    endedAt: TIME.nullable(),
    error: z.string().nullable(),
  }).nullable(),
  lastSkipped: TimeWithoutRun.nullable().describe("The previous run had not ended"),
  lastRefused: TimeWithoutRun.nullable().describe("The run could not be requested"),
  missed: z.object({ count: z.int(), more: z.boolean(), last: TIME }).nullable()
    .describe("Times missed because no server was running"),
}).meta({ id: "Schedule" });
export type ScheduleView = z.output<typeof ScheduleView>;

/** Answer to a list of schedules. */
export const ScheduleList = z.object({ schedules: z.array(ScheduleView) });
