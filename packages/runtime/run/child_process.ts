import { SvcError } from "@svc/core/error";
import { killGroup } from "../process/group.ts";
import { throwAwayFolder } from "../process/throw_away.ts";
import { childCommand, type ChildProgram } from "./child_command.ts";
import { resultOf } from "./child_ending.ts";
import { boundedLog } from "./child_printing.ts";
import { stopper } from "./child_stop.ts";
import { type ChildResult, complaintOf, talkWith } from "./child_talk.ts";
import type { Call, Hello, LogLevel, ToChild } from "./protocol.ts";

/** What to run in the sandbox, and who answers it. */
export interface ChildOptions extends Omit<ChildProgram, "scratch" | "cwd" | "denoDir"> {
  /** Megabytes of temporary files and of what Deno keeps for the child. */
  diskLimitMb: number;
  hello: Omit<Hello, "token">;
  signal: AbortSignal | undefined;
  onLog(level: LogLevel, text: string): void;
  /**
   * Answers a question of the child; what it throws is told to the child.
   *
   * @param signal aborts when the run is stopped
   */
  onCall(call: Call, signal: AbortSignal): Promise<unknown>;
}

/**
 * Runs a method in a child process until it ends, the time limit passes or the signal aborts. Then the
 * method is told to stop, and made to: abort signal, SIGTERM, SIGKILL, for the child and all it started.
 *
 * @throws SvcError `timeout`, `cancelled`, `memory_limit`, `disk_limit`; `run_failed` when the child dies without
 *   having said how the method ended.
 */
export async function runChild(options: ChildOptions): Promise<ChildResult> {
  const { hello, timeLimitMs, memoryLimitMb, diskLimitMb, signal } = options;
  const { scratch, repoDir: cwd } = hello;
  if (signal?.aborted) throw new SvcError("cancelled", "The run was cancelled before it began");
  await using denoDir = await throwAwayFolder(options.bundle);
  const command = await childCommand({ ...options, scratch, cwd, denoDir });
  const child = command.spawn();
  const input = inputOf(child);
  const disk = { folders: [denoDir.path, scratch], limitMb: diskLimitMb };
  using stop = stopper(child.pid, { timeLimitMs, disk, signal }, (reason) => {
    void input.send({ t: "abort", reason });
  });
  // Whatever it started ends with it.
  const ended = child.status.finally(() => killGroup(child.pid, "SIGKILL"));
  const token = crypto.randomUUID();
  const log = boundedLog(options.onLog);
  try {
    await input.send({ token, ...hello });
    const [result, complaint, status] = await Promise.all([
      talkWith(child.stdout, {
        token,
        ended,
        log,
        send: input.send,
        onCall: (call) => options.onCall(call, stop.signal),
      }),
      complaintOf(child.stderr, { ended, log }),
      ended,
    ]);
    return resultOf({
      method: hello.method,
      stopped: stop.reason,
      timeLimitMs,
      memoryLimitMb,
      diskLimitMb,
      result,
      status,
      complaint,
    });
  } finally {
    killGroup(child.pid, "SIGKILL");
    await input.close();
  }
}

/** Sends messages to the child, a line each; one that has ended takes none. */
function inputOf(
  child: Deno.ChildProcess,
): { send(message: ToChild | Hello): Promise<void>; close(): Promise<void> } {
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
