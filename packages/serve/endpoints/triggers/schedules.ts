import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { mayRead } from "../../rights/rights.ts";
import { listSchedules } from "../../schedules/operator.ts";
import { scheduleViews } from "../../schedules/view.ts";

const TIME = z.iso.datetime();

const WITHOUT_RUN = z.object({ at: TIME, why: z.string() });

const SCHEDULE = z.object({
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
  nextRun: TIME.nullable(),
  lastRun: z.object({
    id: z.string(),
    at: TIME.nullable().describe("The time of the schedule that it stands for"),
    status: z.enum([
      ...["queued", "running", "succeeded", "failed", "cancelled", "interrupted"] as const,
      "forgotten",
    ]),
    endedAt: TIME.nullable(),
    error: z.string().nullable(),
  }).nullable(),
  lastSkipped: WITHOUT_RUN.nullable().describe("The run before it was not over"),
  lastRefused: WITHOUT_RUN.nullable().describe("The run could not be asked for"),
  missed: z.object({ count: z.int(), more: z.boolean(), last: TIME }).nullable()
    .describe("Times missed because no server was running"),
}).meta({ id: "Schedule" });

/** What is asked about schedules. */
export const SCHEDULE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "schedules.list",
    response: z.object({ schedules: z.array(SCHEDULE) }),
    description:
      "Those of behaviors that the caller may see, as 'svc schedule list --json' prints.",
    handle({ serving, caller }) {
      const visible = listSchedules(serving.state)
        .filter(({ behavior }) => mayRead(caller.rights, behavior));
      const runOf = (id: string) => serving.runs.get(id);
      return { schedules: scheduleViews(serving.state, visible, { runOf, now: serving.now() }) };
    },
  }),
];
