import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import type { RunObserver } from "./observer.ts";
import type { RunRow } from "./row.ts";
import type { RunStore } from "./store.ts";

/**
 * Marks the runs that were in progress when the server before this one ended as interrupted. What each of
 * them has done is not known, so that none is run again.
 */
export function recover(
  { repository, store, log, observer, now }: {
    repository: Repository;
    store: RunStore;
    log: Log;
    observer?: RunObserver | undefined;
    now(): Date;
  },
): void {
  for (const row of store.open()) {
    if (row.status !== "running") continue;
    const error = new SvcError("interrupted", messageOf(row, repository), {
      hint: "What it wrote before stays. Check it, then run the method again if you need to.",
    });
    const ending = { status: "interrupted", error: error.toJSON() } as const;
    store.end(row.id, ending, now());
    observer?.ended(row, ending, now());
    log.warn("run.interrupted", { run: row.id, behavior: row.behavior });
  }
}

function messageOf({ log_file }: RunRow, { root }: Repository): string {
  const what = "The server ended while the run was in progress";
  if (log_file === null) return `${what}; nothing is known of it beyond that`;
  const path = log_file.startsWith(`${root}/`) ? log_file.slice(root.length + 1) : log_file;
  const said = statusOnRecord(log_file);
  return said === undefined ? `${what}; its log: ${path}` : `${what}; its record says: ${said}`;
}

/** What the run's record says, when it was written before the server ended. */
function statusOnRecord(logFile: string): string | undefined {
  try {
    const text = Deno.readTextFileSync(logFile.replace(/\.log$/, ".yaml"));
    const { status } = JSON.parse(text) as { status: unknown };
    return ["succeeded", "failed", "cancelled"].find((one) => one === status);
  } catch {
    return undefined;
  }
}
