import { SvcError } from "@svc/core/error";
import type { Facts } from "@svc/scorecard/facts";
import { type FailureReason, ProcessFailure } from "../../../platform/process/failure.ts";
import { processPool } from "../../../platform/process/pool.ts";
import { type Analyst, handled, type Opened } from "./analyst.ts";
import { type Answer, refusalOf, type Task } from "./message.ts";

/** How long an archive may wait for its turn, in milliseconds: no client waits as long. */
const WAIT_MS = 10 * 60_000;

/** How long its analysis may take then, in milliseconds: more than the documentation tool's own. */
const WORK_MS = 120_000;

/** The longest that an archive is needed for its analysis, in milliseconds. */
export const LONGEST_ANALYSIS_MS: number = WAIT_MS + WORK_MS;

/** How analysing processes are run. */
export interface AnalystOptions {
  /** Path of the Deno executable. */
  deno: string;
  /** Folders whose files may be analysed. */
  folders: readonly string[];
  /** Processes at once; as many as there are cores unless told otherwise. Requests go first. */
  width?: number;
  /** Tasks that may wait; 500 unless told otherwise. */
  waiting?: number;
  /** How long a task may wait, in milliseconds. */
  waitLimitMs?: number;
  /** Time for one task, in milliseconds. */
  timeLimitMs?: number;
  /** Memory of one process for what it reads, in megabytes. */
  memoryMb?: number;
}

/**
 * An analyst in processes of their own, kept for the next archive: an archive that eats memory or
 * time costs its own publication alone. A process may read the given folders, write below the
 * system's temporary folder and start the documentation tool; it has no network and none of the
 * server's environment.
 */
export function analystProcesses(options: AnalystOptions): Analyst {
  const { deno, folders, memoryMb = 1024, waiting = 500 } = options;
  const { waitLimitMs = WAIT_MS, timeLimitMs = WORK_MS } = options;
  const temporary = Deno.env.get("TMPDIR") ?? "/tmp";
  const pool = processPool({
    deno,
    script: `${import.meta.dirname}/child.ts`,
    args: [deno],
    permissions: [
      `--allow-read=${[...folders, temporary].join(",")}`,
      `--allow-write=${temporary}`,
      "--allow-run=/bin/sh",
      "--allow-env",
    ],
    memoryMb,
    timeLimitMs,
    width: options.width ?? navigator.hardwareConcurrency,
    waiting,
    waitLimitMs,
  });
  return {
    open(path, announced, claim) {
      const opened = Promise.withResolvers<Opened>();
      const facts = Promise.withResolvers<Facts>();
      handled(facts.promise);
      const fail = (error: Error) => {
        opened.reject(error);
        facts.reject(error);
      };
      const task: Task = { path, announced: announced && pick(announced), claim };
      pool.ask(task, (line) => {
        const answer = line as Answer;
        if ("submission" in answer) {
          opened.resolve({ ...answer, facts: facts.promise });
          return false;
        }
        if ("facts" in answer) facts.resolve(answer.facts);
        else fail("refused" in answer ? refusalOf(answer.refused) : new Error(answer.failed));
        return true;
      }, announced?.name.split("/")[0]).catch((error) =>
        fail(error instanceof ProcessFailure ? unavailable(error) : error)
      );
      return opened.promise;
    },
    close: () => pool.close(),
  };
}

function pick({ name, version }: NonNullable<Task["announced"]>) {
  return { name, version };
}

const UNAVAILABLE: Readonly<Record<FailureReason, string>> = {
  busy: "Too many extensions are being published",
  late: "The analysis of the archive took too long",
  ended: "The analysis of the archive ended unexpectedly",
  closed: "The server is stopping",
};

function unavailable(cause: ProcessFailure): SvcError {
  return new SvcError("unavailable", UNAVAILABLE[cause.reason], {
    hint: "Push again in a minute; nothing was published.",
    cause,
  });
}
