import { z } from "zod";
import { type Call, defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { STARTING } from "../../openapi/codes.ts";
import { mayRead } from "../../rights/rights.ts";
import { runScheduleNow } from "../../schedules/fire.ts";
import { listSchedules, pauseSchedule, resumeSchedule } from "../../schedules/operator.ts";
import type { Schedule } from "../../schedules/schedule.ts";
import { openScheduleStore } from "../../schedules/store.ts";
import { scheduleViews } from "../../schedules/view.ts";

const params = z.object({ schedule: z.string() });

/** What is asked about schedules, and asked of them. */
export const SCHEDULE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "schedules.list",
    description:
      "Schedules of behaviors that the caller may see, as 'svc schedule list --json' prints them.",
    handle: ({ serving, caller }) => ({
      schedules: viewsOf(
        serving,
        listSchedules(serving.state).filter(({ behavior }) => mayRead(caller.rights, behavior)),
      ),
    }),
  }),
  defineEndpoint({
    key: "schedules.pause",
    description: "Nothing comes of its times until it is resumed, also after a restart.",
    params,
    handle: ({ serving, caller, params }) => {
      const { state, now } = serving;
      return viewOf(
        serving,
        pauseSchedule(state, params.schedule, caller.initiatedBy, now()),
      );
    },
  }),
  defineEndpoint({
    key: "schedules.resume",
    description: "It goes on with its next time; those meanwhile were not missed.",
    params,
    handle: ({ serving, params }) =>
      viewOf(serving, resumeSchedule(serving.state, params.schedule, serving.now())),
  }),
  defineEndpoint({
    key: "schedules.run",
    status: 202,
    description: "The run has the inputs of the schedule, and the caller as who started it. " +
      "A paused schedule stays paused.",
    params,
    errors: STARTING,
    async handle({ serving, caller, params }) {
      const store = openScheduleStore(serving.state.database);
      const schedule = store.find(params.schedule)!;
      return await runScheduleNow({ ...serving, store }, schedule, caller.initiatedBy);
    },
  }),
];

type Serving = Call["serving"];

function viewsOf({ state, runs, now }: Serving, schedules: readonly Schedule[]) {
  return scheduleViews(state, schedules, { runOf: (id) => runs.get(id), now: now() });
}

function viewOf(serving: Serving, schedule: Schedule) {
  return viewsOf(serving, [schedule])[0]!;
}
