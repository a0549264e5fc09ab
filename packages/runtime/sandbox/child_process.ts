import { SvcError } from "@svc/core/error";
import { endRun, killRun, type Leftover, RUN_MARK } from "../base/process/leftovers.ts";
import { resultOf } from "./child_ending.ts";
import { watchdog } from "../base/process/watchdog.ts";
import { stopper } from "./child_stop.ts";
import { type ChildResult, complaintOf, type ProviderWord, talkWith } from "./child_talk.ts";
import {
  type Call,
  type ChildHello,
  type FromChild,
  type Hello,
  LOG_LEVELS,
  type LogLevel,
  type ProviderHello,
  type ToChild,
} from "./protocol.ts";
import type { Refused } from "./refused.ts";
import {
  type Beside,
  besideOf,
  childCommand,
  childMain,
  type ChildProgram,
  spawnChild,
} from "./child_command.ts";
import { type ThrowAwayFolder, throwAwayFolder } from "../base/process/throw_away.ts";

/** What to run in the sandbox, and who answers it. */
export interface ChildOptions extends Omit<ChildToStart, "cwd"> {
  /** Megabytes of temporary files and of what Deno keeps for the child. */
  diskLimitMb: number;
  hello: Omit<Hello, "token"> | Omit<ProviderHello, "token">;
  /** What runs, for error messages: the method's name. */
  task: string;
  signal: AbortSignal | undefined;
  /** Called once the child has been told what to do: what is done then costs it no time. */
  onGreeted?(): void;
  onLog(level: LogLevel, text: string): void;
  /** Keeps a text that the method calls a secret from being shown. */
  onSecret(text: string): void;
  /** Learns what the sandbox refused. */
  refused?: Pick<Refused, "denied" | "unset" | "reachedNobody">;
  /** Learns how a check went. */
  onChecked?(checked: Extract<FromChild, { t: "checked" }>): void;
  /**
   * Answers a question of the child; what it throws is told to the child.
   *
   * @param signal aborts when the run is stopped
   */
  onCall(call: Call, signal: AbortSignal): Promise<unknown>;
  /** For a provider, which works until it is ended. */
  provider?: {
    onStarted(child: StartedChild): void;
    onWord(word: ProviderWord): void;
    /** Characters of the longest line it may write. */
    longestLine: number;
  };
}

/** A child that runs. */
export interface StartedChild {
  send(message: ToChild): Promise<void>;
  /** Ends it and all it started at once. */
  kill(): void;
}

/**
 * Runs a method in a child process until it ends, the time limit passes or the signal aborts. Then the
 * method is told to stop, and made to: abort signal, SIGTERM, SIGKILL, for the child and all it started.
 *
 * @throws SvcError `timeout`, `cancelled`, `memory_limit`, `disk_limit`; `run_failed` when the child
 *   dies without having said how the method ended.
 */
export async function runChild(
  options: ChildOptions,
  start: typeof startChild = startChild,
): Promise<ChildResult> {
  const { hello, provider, timeLimitMs, memoryLimitMb, diskLimitMb, signal } = options;
  const { scratch, repoDir: cwd } = hello;
  if (signal?.aborted) throw new SvcError("cancelled", "The run was cancelled before it started");
  const begun = await start({ ...options, cwd });
  const { process: child, mark } = begun;
  await using denoDir = begun.denoDir;
  await using _watchdog = mark === undefined ? undefined : watchdog(child.pid, mark);
  const end = () => killRun(child, mark);
  // A second Ctrl-C ends svc without disposing anything.
  addEventListener("unload", end);
  const input = inputOf(child);
  const token = crypto.randomUUID();
  // First of all, as the first timer of a process takes long. It is waited for below, as a child that
  // does not read must be stopped like any other.
  const greeting = input.send({ token, ...forNode(begun, options), ...hello });
  const disk = { folders: [denoDir.path, scratch], limitMb: diskLimitMb };
  using stop = stopper(child, { timeLimitMs, disk, signal }, (reason) => {
    void input.send({ t: "abort", reason });
  });
  const log = boundedLog(options.onLog);
  // Whatever it started ends with it.
  const ended = child.status.finally(async () => {
    for (const line of leftoverLines(await endRun(child, mark))) options.onLog("warning", line);
  });
  try {
    await greeting;
    options.onGreeted?.();
    provider?.onStarted({ send: input.send, kill: end });
    const [result, complaint, status] = await Promise.all([
      talkWith(child.stdout, {
        token,
        ended,
        log,
        onSecret: options.onSecret,
        refused: options.refused,
        onChecked: options.onChecked,
        send: input.send,
        onCall: (call) => options.onCall(call, stop.signal),
        onWord: provider?.onWord,
        longestLine: provider?.longestLine,
      }),
      complaintOf(child.stderr, { ended, log, longestLine: provider?.longestLine }),
      ended,
    ]);
    return resultOf({
      method: options.task,
      stopped: stop.reason,
      timeLimitMs,
      memoryLimitMb,
      diskLimitMb,
      result,
      status,
      complaint,
    });
  } finally {
    end();
    await ended;
    removeEventListener("unload", end);
    await input.close();
  }
}

/** What Node's modules are made to answer in the sandbox, where the bundle names it. */
function forNode({ beside, mark }: BegunChild, { environment }: ChildOptions): Partial<ChildHello> {
  return {
    ...(beside.umask ? { umask: Deno.umask() } : {}),
    ...(beside.access ? { home: environment["HOME"] ?? "" } : {}),
    ...(beside.requires ? { requires: true } : {}),
    ...(beside.childProcess && mark !== undefined
      ? { inherited: { ...environment, [RUN_MARK]: mark } }
      : {}),
  };
}

/** What a person is told of programs that had left the run. */
function leftoverLines({ left, running }: Awaited<ReturnType<typeof endRun>>): string[] {
  const names = (list: readonly Leftover[]) =>
    list.map(({ pid, name }) => `${name} (process ${pid})`).join(", ");
  const ended = left.filter(({ pid }) => !running.some((one) => one.pid === pid));
  return [
    ...(ended.length > 0 ? [`Ended what the method left running: ${names(ended)}`] : []),
    ...(running.length > 0 ? [`The method left running: ${names(running)}`] : []),
  ];
}

/** Sends messages to the child, a line each; one that has ended takes none. */
function inputOf(
  child: Deno.ChildProcess,
): { send(message: ToChild | ChildHello): Promise<void>; close(): Promise<void> } {
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  return {
    send: (message) =>
      writer.write(encoder.encode(`${JSON.stringify(message)}\n`)).catch(() => {
        // How the child ended is told by its status.
      }),
    close: () => writer.close().catch(() => {}),
  };
}

/** Characters of printing kept of one run; a method in a loop must not fill the disk. */
const LOG_LIMIT = 10_000_000;

/** What a line costs beside its text: time, level and method stand before it. */
const LINE_COST = 60;

/** A log that takes so much of a method's printing and then says that it leaves out the rest. */
function boundedLog(
  onLog: (level: LogLevel, text: string) => void,
): (level: unknown, text: string) => void {
  let printed = 0;
  return (level, text) => {
    if (printed > LOG_LIMIT) return;
    printed += text.length + LINE_COST;
    // The method's side may say anything.
    onLog(LOG_LEVELS.find((known) => known === level) ?? "info", text);
    if (printed > LOG_LIMIT) onLog("warning", "Further output is omitted");
  };
}

/** What to start: a program without what is made for one start of it. */
type ChildToStart =
  & Omit<ChildProgram, "main" | "denoDir" | "mark">
  & {
    /** True when the method was granted programs. */
    startsPrograms: boolean;
  };

/** A child that was started, and what was made for it. */
interface BegunChild {
  process: Deno.ChildProcess;
  denoDir: ThrowAwayFolder;
  /** By which what it starts is recognised; a method that may start no program leaves none behind. */
  mark: string | undefined;
  /** What the bundle names. */
  beside: Beside;
}

/** Starts the program of a child. */
export async function startChild(program: ChildToStart): Promise<BegunChild> {
  const beside = await besideOf(program.bundle);
  const main = childMain(program, beside);
  const mark = program.startsPrograms ? crypto.randomUUID() : undefined;
  const denoDir = await throwAwayFolder({ module: program.bundle, main });
  try {
    return {
      process: spawnChild(childCommand({ ...program, main, denoDir, mark })),
      denoDir,
      mark,
      beside,
    };
  } catch (error) {
    await denoDir.remove();
    throw error;
  }
}
