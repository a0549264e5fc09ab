import { setTimeout } from "node:timers/promises";
import type { Octokit } from "npm:@octokit/core@7.0.8";
import { isRead } from "./transport.ts";

/** Milliseconds before a read is tried again. */
const PAUSE_MS = 1000;

/** Statuses of answers that may be another one the next time: no answer counts as 500. */
function mayPass(status: unknown): boolean {
  return typeof status === "number" && (status >= 500 || status === 408);
}

/**
 * A plugin of the client library that tries a read again when the platform failed or did not
 * answer. A write is not repeated: it may have taken effect.
 */
export function retryReads(client: Octokit): Record<never, never> {
  client.hook.wrap("request", async (request, options) => {
    try {
      return await request(options);
    } catch (error) {
      if (!isRead(options.method) || !mayPass((error as { status?: unknown }).status)) throw error;
      const { signal } = options.request as { signal?: AbortSignal };
      await setTimeout(PAUSE_MS, undefined, signal === undefined ? {} : { signal });
      return await request(options);
    }
  });
  return {};
}
