import { pageSize } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { mayRead } from "../../rights/rights.ts";
import { RUN_QUERY } from "../../runs/query.ts";
import { RUN_PARAMS } from "./run_params.ts";
import { waitedFor, waitField } from "./wait.ts";

/** Lists runs. */
export const list = defineEndpoint({
  key: "runs.list",
  query: z.object({
    ...RUN_QUERY,
    limit: pageSize(200, 50),
  }),
  handle({ serving, caller, query }) {
    const runs = serving.runs.list({
      ...query,
      visible: (behavior) => mayRead(caller.rights, behavior),
    });
    return { runs, next: runs.length < query.limit ? null : runs.at(-1)!.id };
  },
});

/** Shows a run. */
export const get = defineEndpoint({
  key: "runs.get",
  params: RUN_PARAMS,
  query: z.object({ wait: waitField }),
  handle: (call) => waitedFor(call, call.run.id, call.query.wait),
});

/** Cancels a run. */
export const cancel = defineEndpoint({
  key: "runs.cancel",
  status: 202,
  description:
    "The run is asked to stop and ends a few seconds later at most. A run that has ended" +
    " stays as it is.",
  params: RUN_PARAMS,
  handle: ({ serving, caller, run }) => serving.runs.cancel(run.id, caller.initiatedBy)!,
});
