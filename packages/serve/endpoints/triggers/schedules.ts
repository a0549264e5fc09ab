import { z } from "zod";
import type { ScheduleView } from "../../answers/schedule.ts";
import type { Caller } from "../../caller/caller.ts";
import { defineEndpoint, type Endpoint, type Serving } from "../../http/endpoint.ts";
import { idempotencyKey } from "../runs/idempotency_key.ts";
import { STARTING } from "../../openapi/codes.ts";
import { mayRead } from "../../rights/rights.ts";
import { runScheduleNow } from "../../schedules/fire.ts";
import { pauseSchedule, resumeSchedule } from "../../schedules/operator.ts";
import type { Schedule } from "../../schedules/schedule.ts";
import { openScheduleStore } from "../../schedules/store.ts";
import { scheduleList, scheduleShown } from "../../schedules/view.ts";

const params = z.object({ schedule: z.string() });

/** What is asked about schedules, and asked of them. */
export const SCHEDULE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "schedules.list",
    description:
      "Schedules of behaviors that the caller may see, as 'svc schedule list --json' prints them.",
    handle: ({ serving, caller }) => ({ schedules: visibleSchedules(serving, caller) }),
  }),
  defineEndpoint({
    key: "schedules.pause",
    description: "Nothing comes of its times until it is resumed, also after a restart.",
    params,
    handle: ({ serving, caller, params }) => {
      const { state, now } = serving;
      return shown(serving, pauseSchedule(state, params.schedule, caller.initiatedBy, now()));
    },
  }),
  defineEndpoint({
    key: "schedules.resume",
    description: "It goes on with its next time; those meanwhile were not missed.",
    params,
    handle: ({ serving, params }) =>
      shown(serving, resumeSchedule(serving.state, params.schedule, serving.now())),
  }),
  defineEndpoint({
    key: "schedules.run",
    status: 202,
    description: [
      "The run has the inputs of the schedule, and the caller as who started it.",
      "A paused schedule stays paused. With the header `Idempotency-Key`, repeating the request returns",
      "the same run.",
    ].join("\n"),
    params,
    errors: STARTING,
    async handle({ serving, caller, params, request }) {
      const store = openScheduleStore(serving.state.database);
      const schedule = store.find(params.schedule)!;
      return await runScheduleNow({ ...serving, store }, schedule, {
        initiatedBy: caller.initiatedBy,
        idempotencyKey: idempotencyKey(request),
      });
    },
  }),
];

/** The schedules that a caller may see. */
export function visibleSchedules(
  { state, runs, now }: Serving,
  { rights }: Pick<Caller, "rights">,
): ScheduleView[] {
  const isVisible = ({ behavior }: Schedule) => mayRead(rights, behavior);
  return scheduleList(state, { now: now(), runOf: runs.get, isVisible });
}

function shown({ state, runs, now }: Serving, schedule: Schedule): ScheduleView {
  return scheduleShown(state, schedule, { now: now(), runOf: runs.get });
}
