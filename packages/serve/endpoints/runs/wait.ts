import { SvcError } from "@svc/core/error";
import { wholeNumber } from "@svc/http/input";
import type { Call } from "../../http/endpoint.ts";
import type { RunView } from "../../answers/run.ts";

/** The longest that one request waits, in seconds: proxies between end what takes longer. */
const LONGEST_S = 60;

/** How long to wait for the end of a run before answering. */
export const waitField = wholeNumber(0, LONGEST_S).default(0)
  .describe(`Seconds to wait for the end of the run before answering, up to ${LONGEST_S}`);

/**
 * The run at its end, or as it is when `seconds` are over or the server stops.
 *
 * @throws SvcError `not_authenticated` when the credential ends meanwhile
 */
export async function waitedFor(
  { serving, caller }: Pick<Call, "serving" | "caller">,
  id: string,
  seconds: number,
): Promise<RunView> {
  if (seconds === 0) return serving.runs.get(id)!;
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, seconds * 1000);
  let why: string | undefined;
  using _watch = serving.credentials.watch(caller, (reason) => {
    why = reason;
    end();
  });
  serving.stopping.addEventListener("abort", end);
  try {
    if (!serving.stopping.aborted) await serving.runs.ended(id, over.signal);
    if (why !== undefined) {
      throw new SvcError("not_authenticated", `The credential has ended: ${why}`);
    }
    return serving.runs.get(id)!;
  } finally {
    clearTimeout(timer);
    serving.stopping.removeEventListener("abort", end);
  }
}
