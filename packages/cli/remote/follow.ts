import type { RunStreamEvent } from "@svc/serve/runs";
import { attempts, type Trying } from "./again.ts";
import { eventsOf } from "./events.ts";
import type { ServerAddress } from "./server_address.ts";

/** What following takes. */
export interface Following {
  trying: Trying;
  /** Called with each event once, in order. */
  onEvent(event: RunStreamEvent): void;
  /** Called when so many events are missing before the next one. */
  onGap(missing: number): void;
  /** Milliseconds of silence before it connects again. */
  silenceMs?: number;
}

/**
 * Follows a run to its end. It connects again when the connection breaks, behind the last event that came; it
 * may be quiet for as long as the run is.
 *
 * @throws SvcError the server's refusal, or why it could not be reached ten times in a row
 */
export async function followRun(
  server: ServerAddress,
  run: string,
  { trying, onEvent, onGap, silenceMs }: Following,
): Promise<void> {
  const tried = attempts(trying);
  let last = 0;
  while (true) {
    try {
      for await (const { seq, event } of eventsOf(server, run, { after: last, silenceMs })) {
        if (seq <= last) continue;
        if (seq > last + 1) onGap(seq - last - 1);
        last = seq;
        tried.succeeded();
        if (event.kind === "ended") return;
        onEvent(event);
      }
    } catch (error) {
      await tried.failed(error);
    }
  }
}
