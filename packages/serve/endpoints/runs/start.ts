import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { RunSettings } from "../../answers/run.ts";
import { idempotencyKey } from "./idempotency_key.ts";
import { waitedFor, waitField } from "./wait.ts";

/** The longest that a run may wait for its behavior, in milliseconds: a day. */
const LONGEST_WAIT_MS = 86_400_000;

/** Inputs of one run: each is looked for and checked in the server's own process. */
const MOST_INPUTS = 1000;

/** Runs a method. */
export const start = defineEndpoint({
  key: "runs.start",
  status: 202,
  description: [
    "The run is stored before this answers. Expressions in inputs are treated as plain text.",
    "With the header `Idempotency-Key`, repeating the request returns the same run, even when the first",
    "answer was lost. Only one run of a behavior is in progress at a time: `lock_timeout` (409) names who",
    "holds it, unless `waitMs` says how long to wait. `rate_limited` (429) means that the queue is full.",
  ].join("\n"),
  params: z.object({ behavior: z.string(), method: z.string() }),
  query: z.object({ wait: waitField }),
  body: z.strictObject({
    inputs: z.record(z.string(), z.unknown())
      .refine((inputs) => Object.keys(inputs).length <= MOST_INPUTS, {
        error: `must have at most ${MOST_INPUTS} inputs`,
      })
      .default({}).describe("Arguments of the method"),
    settings: RunSettings.default({}),
    waitMs: z.int().min(0).max(LONGEST_WAIT_MS).default(0)
      .describe("Milliseconds to wait while the behavior is in use"),
  }),
  async handle(call) {
    const { serving, caller, params, query, body, request, fromPage = false } = call;
    const { id } = await serving.runs.submit({
      ...params,
      ...body,
      trigger: fromPage ? "page" : "api",
      initiatedBy: caller.initiatedBy,
      idempotencyKey: idempotencyKey(request),
      traceparent: traceparentOf(request),
    });
    return Response.json(await waitedFor(call, id, query.wait), {
      status: 202,
      headers: { location: `/api/v1/runs/${id}`, "cache-control": "no-store" },
    });
  },
});

/** The caller's trace; an invalid header is ignored. */
function traceparentOf({ headers }: Request): string | undefined {
  const given = headers.get("traceparent") ?? "";
  return /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given) ? given : undefined;
}
