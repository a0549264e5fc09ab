import { shellWord } from "@svc/core/text";
import type { Repository } from "@svc/runtime/repository";
import { MAX_TOOLS, type McpHost, WAIT_MS } from "../host/host.ts";
import { ALL_RIGHTS, type Runnable } from "../../rights/rights.ts";
import { type LocalRunOptions, type LocalRuns, localRuns } from "./runs.ts";

/** How a repository is offered to the agent of the person whose it is. */
export interface LocalHostOptions extends LocalRunOptions {
  only?: readonly Runnable[] | undefined;
  readOnly?: boolean | undefined;
  maxTools?: number | undefined;
  waitMs?: number | undefined;
  failed(error: unknown): void;
}

/** A person's own repository as tools: all of it, run under the consents that they gave. */
export interface LocalHost extends McpHost {
  runs: LocalRuns;
}

/** Offers a repository to the agent of the person whose it is. */
export function localHost(repository: Repository, options: LocalHostOptions): LocalHost {
  const { only, readOnly, maxTools, waitMs, failed, ...how } = options;
  return {
    repository,
    rights: () => ALL_RIGHTS,
    runs: localRuns(repository, how),
    only: only ?? [],
    readOnly: readOnly ?? false,
    maxTools: maxTools ?? MAX_TOOLS,
    waitMs: waitMs ?? WAIT_MS,
    consentHint: ({ behavior, method }) =>
      "Only a person can grant this, in a terminal in the repository: 'svc behavior run " +
      `${shellWord(behavior)} ${shellWord(method)}' or 'svc extension install' asks them.`,
    failed,
  };
}
