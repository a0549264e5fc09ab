import { SvcError } from "@svc/core/error";
import { after } from "@svc/core/timer";
import { type DiskLimit, diskLimit, watchDisk } from "./disk.ts";
import { childEnvironment } from "./environment.ts";
import { type GroupCommand, killGroup } from "./group.ts";

/** How to run a child to its end. */
export interface RunOptions extends GroupCommand {
  cwd?: string;
  /** Variables that differ from those of every child. */
  environment?: Record<string, string>;
  /** What it may fill; without it nothing is watched. */
  disk?: Pick<DiskLimit, "folders" | "limitMb">;
  /** Text for its stdin. */
  stdin?: string;
  /** What the child does, for error messages: `bundling`. */
  task: string;
  /** Milliseconds after which it is killed. */
  timeLimitMs: number;
  /** Bytes of stdout after which it is killed. */
  outputLimit?: number;
  signal?: AbortSignal | undefined;
}

/** How a child ended. */
export interface RunOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

const STDERR_LIMIT = 256 * 1024;

/**
 * Runs a child in its own process group to its end; the whole group is killed on the time limit,
 * on too much output, on a full disk and on abort.
 *
 * @throws SvcError `timeout`, `cancelled` or `disk_limit`, naming the task.
 */
export async function runToEnd(options: RunOptions): Promise<RunOutcome> {
  if (options.signal?.aborted) {
    throw new SvcError("cancelled", `${options.task} was cancelled`);
  }
  const child = new Deno.Command(options.command, {
    args: options.args,
    clearEnv: true,
    env: { ...childEnvironment(), ...options.environment },
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    detached: options.detached,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }).spawn();
  let stopped: "timeout" | "cancelled" | "output" | "disk" | undefined;
  const stop = (why: NonNullable<typeof stopped>) => {
    stopped ??= why;
    killGroup(child, "SIGKILL");
  };
  using _limit = after(options.timeLimitMs, () => stop("timeout"));
  using _watch = options.disk &&
    watchDisk({ ...options.disk, pid: child.pid, onFull: () => stop("disk") });
  const abort = () => stop("cancelled");
  options.signal?.addEventListener("abort", abort, { once: true });
  try {
    const [stdout, stderr, status] = await Promise.all([
      readAll(child.stdout, options.outputLimit ?? 64 * 1024 * 1024, () => stop("output")),
      readAll(child.stderr, STDERR_LIMIT),
      child.status,
      options.stdin === undefined ? undefined : feed(child.stdin, options.stdin),
    ]);
    if (stopped === "timeout") {
      throw new SvcError(
        "timeout",
        `${options.task} took longer than ${options.timeLimitMs / 1000} s`,
        { hint: "Nothing was changed. Check what the module does while it loads." },
      );
    }
    if (stopped === "cancelled") throw new SvcError("cancelled", `${options.task} was cancelled`);
    if (stopped === "disk") {
      const hint = "Nothing was changed. Do not write to the disk while the module loads.";
      throw diskLimit(options.task, options.disk!.limitMb, hint);
    }
    return { code: stopped === "output" ? 1 : status.code, stdout, stderr };
  } finally {
    options.signal?.removeEventListener("abort", abort);
  }
}

async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    // A child that ended early tells its reason by its exit code.
  }
}

/** The first `limit` bytes of a stream as text; the rest is read and dropped so the writer never blocks. */
async function readAll(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  onLimit?: () => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let left = limit;
  for await (const chunk of stream) {
    if (left > 0) text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    if (left < 0) onLimit?.();
  }
  return text + decoder.decode();
}
