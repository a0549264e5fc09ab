import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import type { Caller } from "../../caller/caller.ts";
import type { Serving } from "../../http/endpoint.ts";
import { bodyWithoutRoot } from "../../request/own_paths.ts";
import { mayRead, mayRun } from "../../rights/rights.ts";
import { MAX_TOOLS, type McpHost, type McpRuns, WAIT_MS } from "../host/host.ts";

/** Milliseconds to wait for a behavior that another run holds. */
const LOCK_WAIT_MS = 10_000;

/** What of a server the tools are made of. */
export type McpServing = Pick<Serving, "repository" | "runs" | "log">;

/** A served repository as the tools of one caller, whose rights are looked up each time. */
export function serveHost(serving: McpServing, caller: () => Caller): McpHost {
  const { repository, log } = serving;
  return {
    repository: { ...repository, mayRead: (behavior) => mayRead(caller().rights, behavior) },
    rights: () => caller().rights,
    runs: runsOf(serving, caller),
    only: [],
    readOnly: false,
    maxTools: MAX_TOOLS,
    waitMs: WAIT_MS,
    consentHint: ({ behavior, method }) =>
      "Only the operator of the server can grant this, in a terminal in the repository: " +
      `'svc behavior run ${shellWord(behavior)} ${
        shellWord(method)
      }' or 'svc extension install' asks them.`,
    shown: (body) => bodyWithoutRoot(body, repository.root),
    failed: (error) =>
      log.error("mcp.failed", {
        error: error instanceof Error ? error.stack ?? error.message : String(error),
      }),
  };
}

function runsOf({ runs }: McpServing, caller: () => Caller): McpRuns {
  const visible = (id: string) => {
    const run = runs.get(id);
    return run !== undefined && mayRead(caller().rights, run.behavior) ? run : undefined;
  };
  return {
    async start({ behavior, method, inputs }) {
      const { rights, initiatedBy } = caller();
      if (!mayRun(rights, behavior, method)) {
        throw new SvcError("forbidden", `This credential may not run ${method} of ${behavior}`);
      }
      return await runs.submit({
        behavior,
        method,
        inputs,
        settings: {},
        trigger: "mcp",
        initiatedBy,
        waitMs: LOCK_WAIT_MS,
      });
    },
    get: visible,
    list: (limit) =>
      runs.list({ limit, visible: (behavior) => mayRead(caller().rights, behavior) }),
    cancel(id) {
      const run = visible(id);
      if (run === undefined) return undefined;
      const { rights, initiatedBy } = caller();
      return mayRun(rights, run.behavior, run.method) ? runs.cancel(id, initiatedBy) : undefined;
    },
    async *events(id, signal) {
      for await (const { event } of runs.events(id, 0, signal)) yield event;
    },
  };
}
