import { defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { mayRead } from "../../rights/rights.ts";
import { listSchedules } from "../../schedules/operator.ts";
import { scheduleViews } from "../../schedules/view.ts";

/** What is asked about schedules. */
export const SCHEDULE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "schedules.list",
    description:
      "Schedules of behaviors that the caller may see, as 'svc schedule list --json' prints them.",
    handle({ serving, caller }) {
      const visible = listSchedules(serving.state)
        .filter(({ behavior }) => mayRead(caller.rights, behavior));
      const runOf = (id: string) => serving.runs.get(id);
      return { schedules: scheduleViews(serving.state, visible, { runOf, now: serving.now() }) };
    },
  }),
];
