import { isSvcError, SvcError } from "@svc/core/error";
import { within } from "../base/process/within.ts";
import { withRefusals } from "../sandbox/refusal.ts";
import type { LogLevel, ProviderQuestion } from "../sandbox/protocol.ts";
import { nameOf } from "./failure.ts";
import { type Answer, type ProcessSetup, type ProviderProcess, startProcess } from "./process.ts";
import type { Redactor } from "../sandbox/redaction/redactor.ts";

/** How one call is made. */
export interface CallOptions {
  /** Milliseconds. */
  timeLimitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** What it does, for error messages: `get of API_KEY`. */
  task: string;
  /** Milliseconds that the provider is given to stop by itself; at once without. */
  graceMs?: number;
  /** Passes on what it prints as it does, and not only once the call has ended. */
  live?: boolean;
}

/** The outcome of a call. */
export interface Outcome {
  answer: Answer;
  /** The process that answered: another one has forgotten what this one holds. */
  process: ProviderProcess;
}

/**
 * A provider, whichever process it is open in. Calls are made one after another, so that one which hangs
 * or ends its process costs no other: the next one starts a new process.
 */
export interface Session extends AsyncDisposable {
  /**
   * Asks, and makes of the answer what the caller wants. What the provider printed meanwhile is shown
   * after that: what the answer brings to light is a secret of those lines, too.
   *
   * @throws SvcError `timeout`, `cancelled`; `vault_failed` or `datastore_failed` when its process ends;
   *   what keeps it from being opened. None holds a secret.
   */
  ask<Result>(
    question: ProviderQuestion,
    options: CallOptions,
    take: (outcome: Outcome) => Result | Promise<Result>,
  ): Promise<Result>;
  /** Starts it, and says which optional functions it has. */
  open(signal?: AbortSignal): Promise<readonly string[]>;
  /** The error as it is told to the person: without secrets, with what the sandbox refused. */
  told(error: SvcError): SvcError;
  /** Leaves out what the provider printed in this call. */
  forget(): void;
  /** Tells a line of svc's own about it. */
  log(level: LogLevel, text: string): void;
  /** True when its process has ended. */
  readonly isOver: boolean;
  /** True when this process still answers. */
  isAt(process: ProviderProcess): boolean;
}

/** What a session is made of. */
export interface SessionSetup extends Omit<ProcessSetup, "onLog"> {
  redactor: Pick<Redactor, "add" | "text" | "error" | "lines">;
  onLog?: ((level: LogLevel, text: string) => void) | undefined;
}

/** Log lines that wait for the end of their call, at most. */
const MOST_LINES = 1000;

/** Names of variables whose values are secrets. */
const SECRET_NAME = /secret|token|passw|passphrase|key|credential/i;

/** Opens a session; its process starts with the first call. */
export function openSession(setup: SessionSetup): Session {
  const { redactor, limits, provider, repository } = setup;
  for (const name of provider.permissions.env ?? []) {
    if (SECRET_NAME.test(name)) redactor.add(Deno.env.get(name));
  }
  let process: ProviderProcess | undefined;
  let startedAt = 0;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let live = false;
  let held: { level: LogLevel; text: string }[] = [];
  // What a call brings to light is a secret of the lines that it printed before.
  const shown = redactor.lines();
  const flush = () => {
    const lines = held;
    held = [];
    for (const { level, text } of lines) setup.onLog?.(level, shown(text));
  };
  const onLog = (level: LogLevel, text: string) => {
    if (setup.onLog === undefined) return;
    if (held.length < MOST_LINES) held.push({ level, text });
    if (live) flush();
  };
  const end = async () => {
    await process?.end();
    process = undefined;
    flush();
  };
  const told = (error: SvcError): SvcError => {
    const about = {
      type: nameOf(provider),
      resolved: provider,
      repository,
      settings: setup.subject.config,
    };
    const whole = process === undefined
      ? error
      : withRefusals(error, process.refused, about, redactor);
    return redactor.error(whole) as SvcError;
  };
  const ready = async (signal: AbortSignal | undefined): Promise<ProviderProcess> => {
    if (process?.over || performance.now() - startedAt > setup.lifeMs / 2) await end();
    if (process === undefined) {
      startedAt = performance.now();
      process = startProcess({ ...setup, onLog });
    }
    await within(process.ready, {
      task: `Opening ${nameOf(provider)}`,
      timeLimitMs: limits.startMs,
      signal,
    });
    return process;
  };
  const failed = async (error: unknown): Promise<never> => {
    const whole = isSvcError(error) ? told(error) : error;
    await end();
    throw whole;
  };
  const askOnce = async (question: ProviderQuestion, options: CallOptions): Promise<Outcome> => {
    const { task, timeLimitMs = limits.callMs, signal, graceMs = 0 } = options;
    live = options.live ?? false;
    let stopped = false;
    if (signal?.aborted) throw new SvcError("cancelled", `${task} was cancelled`);
    try {
      const at = await ready(signal);
      const { answer, cancel } = at.ask(question);
      try {
        const given = await within(answer, { task, timeLimitMs, signal });
        return { answer: given, process: at };
      } catch (error) {
        if (graceMs === 0 || at.over) throw error;
        cancel();
        // One that stops by itself still knows which locks it holds.
        stopped = await within(answer, { task, timeLimitMs: graceMs }).then(
          () => true,
          () => false,
        );
        throw error;
      }
    } catch (error) {
      if (stopped && isSvcError(error)) throw told(error);
      return await failed(error);
    }
  };
  const askNext = async <Result>(
    question: ProviderQuestion,
    options: CallOptions,
    take: (outcome: Outcome) => Result | Promise<Result>,
  ): Promise<Result> => {
    try {
      return await take(await askOnce(question, options));
    } finally {
      flush();
      live = false;
    }
  };
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(() => {
      if (closed) {
        throw new SvcError("internal", `${nameOf(provider)} was asked after it was closed`);
      }
      return work();
    });
    last = turn.catch(() => {});
    return await turn;
  };
  return {
    told,
    forget() {
      held = [];
    },
    log: (level, text) => setup.onLog?.(level, redactor.text(text)),
    get isOver() {
      return process === undefined || process.over;
    },
    isAt: (one) => process === one && !one.over,
    ask: async (question, options, take) => await inTurn(() => askNext(question, options, take)),
    open: async (signal) =>
      await inTurn(async () => {
        try {
          return await (await ready(signal)).ready;
        } catch (error) {
          return await failed(error);
        }
      }),
    async [Symbol.asyncDispose]() {
      closed = true;
      await end();
    },
  };
}
