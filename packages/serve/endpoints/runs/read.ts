import { pageSize } from "@svc/http/input";
import { UUID } from "@svc/core/name";
import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { mayRead } from "../../rights/rights.ts";
import { RUN_STATUSES } from "../../api/run.ts";
import { RUN_PARAMS } from "./run_params.ts";
import { waitedFor, waitField } from "./wait.ts";

/** Lists runs. */
export const list = defineEndpoint({
  key: "runs.list",
  query: z.object({
    behavior: z.string().max(512).optional().describe("Only runs of the behavior of this name"),
    status: z.enum(RUN_STATUSES).optional(),
    before: z.string().regex(UUID, "must be the id of a run").optional()
      .describe("Only runs older than the one with this id: `next` of the page before"),
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
