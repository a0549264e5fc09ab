import { wholeNumber } from "@svc/http/input";
import { z } from "zod";
import { type Call, defineEndpoint } from "../../http/endpoint.ts";
import type { NumberedEvent } from "../../runs/run.ts";
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
  handle: (call) => followed(call, { after: call.query.after }),
});

/** The events of a run behind a number, or behind the one that a browser had last. */
export async function followed(
  { serving, caller, run, request }: Pick<Call, "serving" | "caller" | "run" | "request">,
  { after: asked, textOf }: { after: number; textOf?: (numbered: NumberedEvent) => string },
): Promise<Response> {
  const resumed = number.safeParse(request.headers.get("last-event-id"));
  const after = resumed.success ? resumed.data : asked;
  const closing = new AbortController();
  const events = serving.runs.events(run.id, after, closing.signal)[Symbol.asyncIterator]();
  const stream = {
    closing,
    watch: (ended: (why: string) => void) => serving.credentials.watch(caller, ended),
    textOf,
  };
  if (run.endedAt === null) return eventStream(events, stream);
  const first = await events.next();
  // A browser would ask again and again.
  if (first.done) return new Response(null, { status: 204 });
  return eventStream(events, { ...stream, first: first.value });
}
