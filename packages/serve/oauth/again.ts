import { messageOf } from "@svc/core/error";
import type { Log } from "@svc/http/log";

/**
 * Does something again and again, one after the other, until `stopping`. What fails is told and tried
 * again the next time: a state that another process holds for long must not end the server.
 */
export function again(
  ms: number,
  { log, stopping }: { log: Log; stopping: AbortSignal },
  work: () => Promise<void>,
): void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      log.error("oauth.failed", { why: messageOf(error) });
    } finally {
      busy = false;
    }
  }, ms);
  Deno.unrefTimer(timer as unknown as number);
  stopping.addEventListener("abort", () => clearInterval(timer), { once: true });
}
