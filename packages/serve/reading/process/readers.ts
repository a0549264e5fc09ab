import { SvcError } from "@svc/core/error";
import type { Question } from "../operations/question.ts";
import type { Reader } from "./reader.ts";

/** Readings at the same time: as many as the least machine has cores. */
const WIDTH = 2;

/** Readings that wait, of all callers and of one. */
const MOST_WAITING = 128;
const MOST_WAITING_OF_ONE = 32;

/** Milliseconds that a reading goes on whose caller has gone, before its process is ended. */
const GONE_MS = 1000;

/** Readers that share the work. Disposing ends them; what they read then is refused. */
export interface Readers extends AsyncDisposable {
  /**
   * The answer as JSON text. Callers take turns: one of them never keeps all readers to itself.
   *
   * @param by whose question it is
   * @throws SvcError what reading raises; `rate_limited` when too many are already waiting
   */
  ask(question: Question, by: string, signal: AbortSignal): Promise<string>;
}

interface Waiting {
  question: Question;
  by: string;
  signal: AbortSignal;
  answer: PromiseWithResolvers<string>;
}

/** Readers that `start` makes when they are needed. */
export function readersOf(start: () => Reader): Readers {
  const idle: Reader[] = [];
  const working = new Map<Waiting, Reader>();
  let waiting: Waiting[] = [];
  let closed = false;

  const of = (by: string, all: Iterable<Waiting>) => [...all].filter((one) => one.by === by).length;

  function next(): void {
    if (closed || working.size >= WIDTH) return;
    const one = waiting.find(({ by }) => of(by, working.keys()) < WIDTH - 1);
    if (one === undefined) return;
    waiting = waiting.filter((other) => other !== one);
    void read(one).finally(next);
    next();
  }

  async function read(one: Waiting): Promise<void> {
    const reader = idle.pop() ?? start();
    working.set(one, reader);
    try {
      using gone = later(one.signal, GONE_MS);
      one.answer.resolve(await reader.ask(one.question, gone.signal));
    } catch (error) {
      one.answer.reject(error);
    } finally {
      working.delete(one);
      if (closed) await reader[Symbol.asyncDispose]();
      else idle.push(reader);
    }
  }

  return {
    async ask(question, by, signal) {
      if (closed) throw new SvcError("unavailable", "The server stops");
      if (waiting.length >= MOST_WAITING || of(by, waiting) >= MOST_WAITING_OF_ONE) {
        throw new SvcError("rate_limited", "Too many reads are waiting", {
          hint: "Wait for some to finish.",
          details: [{ path: "retry-after", message: "1" }],
        });
      }
      const one: Waiting = { question, by, signal, answer: Promise.withResolvers() };
      const leave = () => {
        if (!waiting.includes(one)) return;
        waiting = waiting.filter((other) => other !== one);
        one.answer.reject(new SvcError("cancelled", "The client has closed the connection"));
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(one);
      next();
      try {
        return await one.answer.promise;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      for (const { answer } of waiting) {
        answer.reject(new SvcError("unavailable", "The server stops"));
      }
      waiting = [];
      const all = [...idle.splice(0), ...working.values()];
      await Promise.all(all.map((reader) => reader[Symbol.asyncDispose]()));
    },
  };
}

/** A signal that follows another one after some time. */
function later(signal: AbortSignal, ms: number): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    timer ??= setTimeout(() => controller.abort(), ms);
  };
  signal.addEventListener("abort", begin, { once: true });
  if (signal.aborted) begin();
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    },
  };
}
