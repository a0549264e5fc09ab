import { wholeNumber } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { eventStream } from "./event_stream.ts";
import { RUN_PARAMS } from "./run_params.ts";

const number = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** Follows a run. */
export const events = defineEndpoint({
  key: "runs.events",
  description: [
    "Each event has its number as `id`, its kind as `event`, and `{seq, at, event}` as `data`. The last",
    "one is `ended`. The header `Last-Event-ID` or `after` resume after a number, also after the server",
    "restarted; after the last one the answer is 204. A comment comes every 15 seconds. When the",
    "credential ends or the server stops, the last event is `closed`, without a number, and says why.",
  ].join("\n"),
  params: RUN_PARAMS,
  query: z.object({ after: number.default(0).describe("Only events after this number") }),
  async handle({ serving, caller, run, query, request }) {
    const resumed = number.safeParse(request.headers.get("last-event-id"));
    const after = resumed.success ? resumed.data : query.after;
    const closing = new AbortController();
    const events = serving.runs.events(run.id, after, closing.signal)[Symbol.asyncIterator]();
    if (run.endedAt !== null) {
      const first = await events.next();
      // A browser would ask again and again.
      if (first.done) return new Response(null, { status: 204 });
      return eventStream(events, { first: first.value, closing, watch });
    }
    return eventStream(events, { closing, watch });

    function watch(ended: (why: string) => void): Disposable {
      return serving.credentials.watch(caller, ended);
    }
  },
});
