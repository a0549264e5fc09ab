import { type ErrorBody, SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { answerer } from "@svc/runtime/process";
import type { Repository } from "@svc/runtime/repository";
import type { ReadingKey } from "../inputs/inputs.ts";
import type { Question } from "../operations/question.ts";

/** Characters of the longest answer: whoever wants more asks for pages. */
export const LONGEST_ANSWER = 64 * 1024 * 1024;

/** What the process is asked. */
export interface ReaderQuestion<Key extends ReadingKey = ReadingKey> {
  repository: Repository;
  question: Question<Key>;
}

/** What it answers: JSON text, which nobody parses again, or a refusal. */
export type ReaderAnswer = { text: string } | { refused: ErrorBody & { status: number } };

/** JavaScript heap of a reader, in megabytes. */
const HEAP_MB = 768;

/** Milliseconds of work after which a reader is replaced by a new one, and its processor time in all. */
const BUSY_MS = 600_000;
const CPU_SECONDS = 1800;

/** Milliseconds that one reading may take: the index of many thousand documents is made within. */
const LIMIT_MS = 60_000;

/** A process that reads. Disposing ends it. */
export interface Reader extends AsyncDisposable {
  /**
   * The answer as JSON text.
   *
   * @throws SvcError what reading raises; `timeout`, `cancelled`, `memory_limit`, `internal`
   */
  ask(question: Question, signal: AbortSignal): Promise<string>;
}

/** A reader of a repository; its process starts with the first question. */
export function startReader({ mayRead: _, ...repository }: Repository): Reader {
  const reader = answerer<ReaderQuestion, ReaderAnswer>({
    module: siblingPath(import.meta, "main.ts"),
    task: "Reading",
    // It keeps the index beside the data, and starts processes for expressions. Only code of svc runs
    // here; expressions of callers go to processes without any permission.
    permissions: ["--allow-all"],
    heapMb: HEAP_MB,
    busyMs: BUSY_MS,
    cpuSeconds: CPU_SECONDS,
    // Of a text that stands in JSON again, each character may take two.
    longest: 2 * LONGEST_ANSWER + 1000,
  });
  return {
    async ask(question, signal) {
      const told = await reader.ask({ repository, question }, { timeLimitMs: LIMIT_MS, signal });
      if ("text" in told) return told.text;
      const { error, code, status, ...more } = told.refused;
      throw new SvcError(code, error, { ...more, status });
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}
