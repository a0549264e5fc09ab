import { SvcError } from "@svc/core/error";
import { fileUrl } from "../files/path.ts";
import { killGroup } from "../process/group.ts";
import { limitedDeno, ranOutOfMemory } from "../process/limits.ts";
import { linesOf } from "../process/lines.ts";
import {
  type Call,
  type FromChild,
  type Hello,
  LOG_LEVELS,
  type LogLevel,
  type ToChild,
} from "./protocol.ts";

/** What to run in the sandbox, and who answers it. */
export interface ChildOptions {
  /** Absolute path of the bundle. */
  bundle: string;
  hello: Omit<Hello, "token">;
  permissionFlags: readonly string[];
  environment: Record<string, string>;
  timeLimitMs: number;
  memoryLimitMb: number;
  signal: AbortSignal | undefined;
  onLog(level: LogLevel, text: string): void;
  /** Answers a question of the child; what it throws is told to the child. */
  onCall(call: Call): Promise<unknown>;
}

/** How the child ended by itself. */
export type ChildResult = Exclude<FromChild, { t: "log" } | { t: "call" }>;

/** Time to end in after the abort signal, and again after SIGTERM. */
const GRACE_MS = 2000;

/** Characters of printing kept of one run; a method in a loop must not fill the disk. */
const LOG_LIMIT = 10_000_000;

/** What a line costs beside its text: time, level and method stand before it. */
const LINE_COST = 60;

/**
 * Runs a method in a child process until it ends, the time limit passes or the signal aborts. Then the
 * method is told to stop, and made to: abort signal, SIGTERM, SIGKILL, for the child and all it started.
 *
 * @throws SvcError `timeout`, `cancelled`, `memory_limit`; `run_failed` when the child dies without
 *   having said how the method ended.
 */
export async function runChild(options: ChildOptions): Promise<ChildResult> {
  const { hello, timeLimitMs, memoryLimitMb, signal } = options;
  if (signal?.aborted) throw new SvcError("cancelled", "The run was cancelled before it began");
  const token = crypto.randomUUID();
  const main = `${hello.scratch}/main.js`;
  await Deno.writeTextFile(
    main,
    `import { start } from ${JSON.stringify(CHILD_MAIN)};\n` +
      `await start(() => import(${JSON.stringify(fileUrl(options.bundle))}));\n`,
  );
  const child = new Deno.Command(
    ...commandOf(
      limitedDeno(
        { heapMb: memoryLimitMb, cpuSeconds: Math.ceil(timeLimitMs / 1000) + 60 },
        [
          "run",
          "--quiet",
          "--no-config",
          "--no-lock",
          "--no-prompt",
          "--no-remote",
          "--no-npm",
          "--cached-only",
          "--no-check",
          `--v8-flags=--max-old-space-size=${memoryLimitMb}`,
          ...options.permissionFlags,
          main,
        ],
      ),
      {
        cwd: hello.repoDir,
        clearEnv: true,
        env: options.environment,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
        detached: true,
      },
    ),
  ).spawn();
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  const send = (message: ToChild | Hello) =>
    writer.write(encoder.encode(`${JSON.stringify(message)}\n`)).catch(() => {
      // The child has ended; how is told below.
    });

  let stopped: "timeout" | "cancelled" | undefined;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (why: NonNullable<typeof stopped>) => {
    if (stopped !== undefined) return;
    stopped = why;
    void send({ t: "abort", reason: why === "timeout" ? "The time limit passed" : "Cancelled" });
    timers.push(setTimeout(() => killGroup(child.pid, "SIGTERM"), GRACE_MS));
    timers.push(setTimeout(() => killGroup(child.pid, "SIGKILL"), GRACE_MS * 2));
  };
  timers.push(setTimeout(() => stop("timeout"), timeLimitMs));
  const abort = () => stop("cancelled");
  signal?.addEventListener("abort", abort, { once: true });

  let result: ChildResult | undefined;
  let printed = 0;
  const log = (level: LogLevel, text: string) => {
    if (printed > LOG_LIMIT) return;
    printed += text.length + LINE_COST;
    options.onLog(level, text);
    if (printed > LOG_LIMIT) options.onLog("warning", "Further output is left out");
  };
  // A program that the method left behind may hold the pipes open; nobody listens to it for long.
  const closing = new AbortController();
  const ended = child.status.then((status) => {
    killGroup(child.pid, "SIGKILL");
    timers.push(setTimeout(() => closing.abort(), 500));
    return status;
  });
  const receive = async () => {
    for await (const line of linesOf(child.stdout, closing.signal)) {
      if (!line.startsWith(token)) {
        if (line.trim() !== "") log("info", line);
        continue;
      }
      const message = JSON.parse(line.slice(token.length)) as FromChild;
      if (message.t === "log") log(levelOf(message.level), String(message.text));
      // After the first word on how it ended there is nothing to listen to.
      else if (result !== undefined) continue;
      else if (message.t !== "call") result = message;
      // Nobody waits for an answer once the child is dead.
      else if (!closing.signal.aborted) await answer(message.id, message.call);
    }
  };
  const answer = async (id: number, call: Call) => {
    try {
      const value = await options.onCall(call);
      await send({ t: "reply", id, ...(value === undefined ? {} : { value }) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      await send({ t: "reply", id, error: { name, message } });
    }
  };
  let complaint = "";
  const listen = async () => {
    for await (const line of linesOf(child.stderr, closing.signal)) {
      if (complaint.length < 20_000) complaint += `${line}\n`;
      if (line.trim() !== "" && !isCrashReport(complaint)) log("warning", line);
    }
  };
  try {
    await send({ token, ...hello });
    await Promise.all([receive(), listen()]);
    const status = await ended;
    if (stopped === undefined && result === undefined && ranOutOfMemory(complaint)) {
      throw memoryLimit(memoryLimitMb);
    }
    if (stopped === undefined && result === undefined) throw died(status, complaint);
    if (stopped === "timeout") {
      throw new SvcError("timeout", `${hello.method} ran longer than ${timeLimitMs / 1000} s`, {
        hint:
          "Data written before stays. Give it more time with --timeout, for example --timeout 10m.",
      });
    }
    if (stopped === "cancelled") {
      throw new SvcError("cancelled", `${hello.method} was cancelled`, {
        hint: "Data written before stays.",
      });
    }
    return result!;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    // Whatever it started ends with it.
    killGroup(child.pid, "SIGKILL");
    await writer.close().catch(() => {});
  }
}

const CHILD_MAIN = fileUrl(`${import.meta.dirname}/child/main.ts`);

function commandOf(
  limited: { command: string; args: string[] },
  options: Deno.CommandOptions,
): [string, Deno.CommandOptions] {
  return [limited.command, { ...options, args: limited.args }];
}

/** The error of a run that needed more memory than it may have. */
export function memoryLimit(megabytes: number): SvcError {
  return new SvcError("memory_limit", `The method needed more than ${megabytes} MB of memory`, {
    hint: "Data written before stays. Work on smaller parts, or raise it with --memory <MB>.",
  });
}

/** The level of a line; the method's side may say anything. */
function levelOf(level: unknown): LogLevel {
  return LOG_LEVELS.find((known) => known === level) ?? "info";
}

function isCrashReport(text: string): boolean {
  return /^(#|<---|====|error: |Stack backtrace)/m.test(text);
}

function died(status: Deno.CommandStatus, complaint: string): SvcError {
  const words = complaint.split("\n").find((line) => line.startsWith("error: "));
  const how = status.signal === null ? `exit code ${status.code}` : `signal ${status.signal}`;
  return new SvcError(
    "run_failed",
    `The method ended its own process (${how})${words === undefined ? "" : `: ${words}`}`,
    { hint: "A method ends by returning or by throwing. Data written before stays." },
  );
}
