import { isSvcError, SvcError } from "@svc/core/error";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { McpHost, McpOrder, McpRun } from "../host/host.ts";
import { runAnswer, runRefusal } from "./result.ts";
import type { Teller } from "./tell.ts";

/** How a call is followed. */
export interface Following {
  teller: Teller;
  /** Aborted when the client gives up the call, or is gone. */
  signal: AbortSignal;
  /** Whether the abort means that the run is to stop. */
  isCancelled(): boolean;
}

/**
 * Runs a method and waits for its end, as long as clients do: a longer run goes on and is found again by
 * its id. A refusal is an answer, too.
 */
export async function callMethod(
  host: McpHost,
  order: McpOrder,
  following: Following,
): Promise<CallToolResult> {
  const run = await host.runs.start(order).catch((error) => {
    if (isSvcError(error)) return error;
    throw error;
  });
  if (isSvcError(run)) return runRefusal(host, order, run.toJSON());
  return runAnswer(host, await followed(host, run, following, host.waitMs));
}

/** The run once it has ended, or as it is after `waitMs`. Its events are sent meanwhile. */
export async function followed(
  host: McpHost,
  run: McpRun,
  { teller, signal, isCancelled }: Following,
  waitMs: number,
): Promise<McpRun> {
  const enough = new AbortController();
  const cancel = () => {
    if (isCancelled()) host.runs.cancel(run.id);
    enough.abort();
  };
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const timer = setTimeout(() => enough.abort(), waitMs);
  try {
    for await (const event of host.runs.events(run.id, enough.signal)) await teller.tell(event);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
  const now = host.runs.get(run.id);
  if (now === undefined) {
    throw new SvcError("not_found", "The run no longer exists", {
      hint: "'svc behavior history' lists the runs on record.",
    });
  }
  return now;
}
