import { SvcError } from "@svc/core/error";
import { type FailureReason, ProcessFailure } from "../../../platform/process/failure.ts";
import { processPool } from "../../../platform/process/pool.ts";
import { refusalOf } from "../analysis/message.ts";
import type { Answer, Results, Task } from "./task.ts";

/** Does what is asked of archives, which are strangers'. */
export interface SourceWorker {
  /**
   * @param owner who asks: those with many questions wait for those with few
   * @throws SvcError `unavailable` when it took too long or too many wait, with a
   *   `ProcessFailure` as its cause; what `readArchive` throws
   */
  do<Ask extends Task["ask"]>(
    task: Extract<Task, { ask: Ask }>,
    owner: string,
  ): Promise<Results[Ask]>;
  /** Ends what is running. */
  close(): Promise<void>;
}

/** How the processes are run. */
export interface SourceProcessOptions {
  /** Path of the Deno executable. */
  deno: string;
  /** The only folder they may read. */
  folder: string;
  /** Time for one task, in milliseconds. */
  timeLimitMs?: number;
  /** Tasks that may wait. */
  waiting?: number;
  /** How long a task may wait, in milliseconds. */
  waitLimitMs?: number;
}

/**
 * Two processes that can read one folder and nothing else: an archive or a text made to be slow costs
 * its own page alone. They start with the first question.
 */
export function sourceProcesses(
  { deno, folder, timeLimitMs = 10_000, waiting = 20, waitLimitMs = 10_000 }: SourceProcessOptions,
): SourceWorker {
  const pool = processPool({
    deno,
    script: `${import.meta.dirname}/child.ts`,
    permissions: ["--ignore-env", `--allow-read=${folder}`],
    memoryMb: 256,
    timeLimitMs,
    width: 2,
    waiting,
    waitLimitMs,
  });
  return {
    async do<Ask extends Task["ask"]>(task: Extract<Task, { ask: Ask }>, owner: string) {
      let answer: Answer<Ask> | undefined;
      try {
        await pool.ask(task, (line) => (answer = line as Answer<Ask>, true), owner);
      } catch (error) {
        throw error instanceof ProcessFailure ? unavailable(error) : error;
      }
      return resultOf(answer!);
    },
    close: () => pool.close(),
  };
}

function resultOf<Ask extends Task["ask"]>(answer: Answer<Ask>): Results[Ask] {
  if ("refused" in answer) throw refusalOf(answer.refused);
  if ("failed" in answer) throw new Error(answer.failed);
  return answer.done;
}

const UNAVAILABLE: Readonly<Record<FailureReason, string>> = {
  busy: "Too many people are reading sources right now",
  late: "Reading these sources took too long",
  ended: "Reading these sources took too much memory",
  closed: "The server is stopping",
};

function unavailable(cause: ProcessFailure): SvcError {
  const again = cause.reason === "busy" || cause.reason === "closed";
  return new SvcError("unavailable", UNAVAILABLE[cause.reason], {
    hint: again ? "Load the page again in a minute." : "Download the archive and read it there.",
    cause,
  });
}
