import { SvcError } from "@svc/core/error";
import type { Reply } from "./answers.ts";
import { killerOf } from "./group.ts";
import { ranOutOfMemory } from "./limits.ts";
import { linesOf } from "./lines.ts";
import { spawnOwn } from "./own_child.ts";
import { within } from "./within.ts";

/** What a child that answers questions runs. */
export interface AnswererOptions {
  /** Path of a module that calls `answerQuestions`. */
  module: string;
  /** What it does, for error messages: `The query`. */
  task: string;
  /** Flags of permissions (default: none). */
  permissions?: readonly string[];
  /** JavaScript heap in megabytes. */
  heapMb: number;
  /**
   * Processor time of one child, in seconds, default 40: more than `busyMs` and a longest question
   * together take on two threads. Where a child does not die with its parent, this ends it.
   */
  cpuSeconds?: number;
  /** Longest answer as JSON, in characters; default 64 MB. */
  longest?: number;
  /**
   * Milliseconds of answering after which the next question goes to a new process, default 5000: the
   * kernel holds each to a processor time of its own.
   */
  busyMs?: number;
  /** True for work of a second or two, in which optimised code does not pay for its making. */
  unoptimised?: boolean;
}

/** The limits of one question. */
interface AskOptions {
  /** Milliseconds, from when the child has loaded. */
  timeLimitMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Asks a process of svc's own code, and kills it when it does not answer in time: unlike a thread, a
 * busy process can always be ended. Disposing ends it and waits until it is gone.
 */
export interface Answerer<Question, Answer> extends AsyncDisposable {
  /** Starts the process, so that the first question does not wait for it. */
  prepare(): void;
  /**
   * One question at a time; others wait their turn.
   *
   * @throws SvcError `timeout`, `cancelled`, `memory_limit`; `internal` when the process died or its
   *   module threw; `cancelled` also for one that still waits its turn when this is disposed.
   */
  ask(question: Question, options: AskOptions): Promise<Answer>;
}

/** How long a child may take to load, in milliseconds. A busy machine is slow, not stuck. */
const START_MS = 120_000;

const BUSY_MS = 5000;

const CPU_SECONDS = 40;

/** An answerer; its process starts with the first question, and again after one that failed. */
export function answerer<Question, Answer>(
  options: AnswererOptions,
): Answerer<Question, Answer> {
  let child: Child | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  const end = async () => {
    await child?.[Symbol.asyncDispose]();
    child = undefined;
  };
  const askNext = async (question: Question, limits: AskOptions): Promise<Answer> => {
    if (child !== undefined && child.busyMs > (options.busyMs ?? BUSY_MS)) await end();
    // Nobody would end the process that it starts.
    if (child === undefined && closed) {
      throw new SvcError("cancelled", `${options.task} was cancelled`);
    }
    child ??= startChild(options);
    try {
      return await child.ask(question, limits) as Answer;
    } catch (error) {
      await end();
      throw error;
    }
  };
  return {
    prepare() {
      if (!closed) child ??= startChild(options);
    },
    async ask(question, limits) {
      const answer = last.then(() => askNext(question, limits));
      last = answer.catch(() => {});
      return await answer;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await end();
    },
  };
}

interface Child extends AsyncDisposable {
  /** Milliseconds it has spent on questions. */
  readonly busyMs: number;
  ask(question: unknown, limits: AskOptions): Promise<unknown>;
}

function startChild(options: AnswererOptions): Child {
  const { task, heapMb, longest } = options;
  const child = spawnOwn({ ...options, cpuSeconds: options.cpuSeconds ?? CPU_SECONDS });
  const kill = killerOf(child);
  // A second Ctrl-C ends svc without disposing anything.
  addEventListener("unload", kill);
  const lines = linesOf(child.stdout, { writerEnded: child.status, longest })
    [Symbol.asyncIterator]();
  const complaint = textOf(child.stderr);
  const writer = child.stdin.getWriter();
  const line = async () => {
    const { done, value } = await lines.next();
    if (!done) return value;
    await child.status;
    throw died(task, await complaint, heapMb);
  };
  const ready = line();
  // Whoever asks learns of a failure; nobody may ask.
  ready.catch(() => {});
  let busyMs = 0;
  return {
    get busyMs() {
      return busyMs;
    },
    async ask(question, { timeLimitMs, signal }) {
      await within(ready, { task: `${task}'s process`, timeLimitMs: START_MS, signal });
      const began = performance.now();
      writer.write(encoded(question, task)).catch(() => {
        // It has ended; reading its answer tells how.
      });
      const reply = JSON.parse(await within(line(), { task, timeLimitMs, signal })) as Reply<
        unknown
      >;
      busyMs += performance.now() - began;
      if ("answer" in reply) return reply.answer;
      throw new SvcError("internal", `${task} failed: ${reply.thrown}`);
    },
    async [Symbol.asyncDispose]() {
      kill();
      removeEventListener("unload", kill);
      await Promise.all([child.status, complaint, writer.abort().catch(() => {})]);
      await lines.return?.(undefined);
    },
  };
}

function encoded(question: unknown, task: string): Uint8Array {
  try {
    return new TextEncoder().encode(`${JSON.stringify(question)}\n`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SvcError("memory_limit", `${task} is about more data than svc can hold`, {
      cause: error,
    });
  }
}

/** Characters kept of what a dying child says. */
const COMPLAINT_LIMIT = 20_000;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    if (text.length < COMPLAINT_LIMIT) text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function died(task: string, complaint: string, heapMb: number): SvcError {
  if (ranOutOfMemory(complaint)) {
    return new SvcError("memory_limit", `${task} needed more than ${heapMb} MB of memory`);
  }
  const words = complaint.trim().split("\n")[0];
  return new SvcError(
    "internal",
    `${task} could not be finished: its process ended${words ? `: ${words}` : ""}`,
  );
}
