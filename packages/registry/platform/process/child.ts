import { ProcessFailure } from "./failure.ts";
import { lines } from "./lines.ts";

/** How a process that does tasks is started. */
export interface ChildOptions {
  /** Path of the Deno executable. */
  deno: string;
  /** Path of its script, which reads a task a line and answers in lines. */
  script: string;
  args?: readonly string[];
  /** Flags of `deno run` that grant something; none grant nothing. */
  permissions?: readonly string[];
  /** Memory for what it makes, in megabytes. */
  memoryMb: number;
  /** Has it keep little memory that it no longer uses: for a process that lives long. */
  lean?: boolean;
  /** Time for one task, in milliseconds, counted from when the process has started. */
  timeLimitMs: number;
  /**
   * Processor time of the process, in seconds: what its start, two tasks and a second thread take at
   * most unless told otherwise. It ends a busy process whose server was killed.
   */
  processorSeconds?: number;
}

/** Takes one line of a task's answer; true when it was the last. */
export type Take = (answer: unknown) => boolean;

/** A process that does one task after another. */
export interface Child {
  /**
   * Does a task.
   *
   * @throws ProcessFailure `late` or `ended`, after which the process does no other
   */
  ask(task: unknown, take: Take): Promise<void>;
  /** Milliseconds it has spent on tasks. */
  busyMs(): number;
  /** How many tasks it has begun. */
  tasks(): number;
  /** True once it is gone, whoever ended it. */
  hasEnded(): boolean;
  /** Lets it end, and ends it when it does not. */
  end(): Promise<void>;
}

/** What the child's script says when it has loaded what it needs. */
export const READY = "ready";

/** Time to start, in milliseconds: a machine with nothing left needs many seconds. */
const START_LIMIT = 60_000;

/** Time to end when asked to, in milliseconds. */
const END_LIMIT = 2_000;

/** Processor time to start, in seconds. */
const START_SECONDS = 30;

/** Behind whatever answers requests, wherever the system can say so. */
const POLITE = 'if command -v nice >/dev/null; then exec nice -n 5 "$@"; else exec "$@"; fi';

/** Of the server's environment, what Deno needs to find its cache and the child its programs. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME"];

/**
 * Starts a process. Tasks and answers are JSON, one a line, over its standard streams.
 *
 * @throws ProcessFailure `busy` when the system has no room for one, as without free descriptors
 */
export function startChild(options: ChildOptions): Child {
  const child = spawned(options);
  const writer = child.stdin.getWriter();
  const answers = lines(child.stdout);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let late = false;
  let ended = false;
  void child.status.then(() => ended = true);
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It ended in the meantime.
    }
  };
  const limit = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      late = true;
      kill();
    }, milliseconds);
  };
  const read = async (): Promise<unknown> => {
    const { value, done } = await answers.next();
    if (done) throw new Error("the process ended");
    return JSON.parse(value);
  };
  let started = false;
  let busyMs = 0;
  let tasks = 0;
  const start = async () => {
    limit(START_LIMIT);
    if (await read() !== READY) throw new Error("the process did not say that it is ready");
    started = true;
  };
  return {
    async ask(task, take) {
      try {
        if (!started) await start();
        limit(options.timeLimitMs);
        tasks++;
        const began = performance.now();
        await writer.write(new TextEncoder().encode(`${JSON.stringify(task)}\n`));
        while (!take(await read()));
        busyMs += performance.now() - began;
      } catch (cause) {
        kill();
        throw new ProcessFailure(late ? "late" : "ended", { cause });
      } finally {
        clearTimeout(timer);
      }
    },
    busyMs: () => busyMs,
    tasks: () => tasks,
    hasEnded: () => ended,
    async end() {
      await writer.close().catch(() => {});
      const ending = setTimeout(kill, END_LIMIT);
      await child.status;
      clearTimeout(ending);
      await answers.return(undefined).catch(() => {});
    },
  };
}

function spawned(options: ChildOptions) {
  try {
    return spawn(options);
  } catch (cause) {
    throw new ProcessFailure("busy", { cause });
  }
}

function spawn(options: ChildOptions) {
  const { deno, script, args = [], permissions = [], memoryMb, lean, timeLimitMs } = options;
  const seconds = options.processorSeconds ??
    START_SECONDS + Math.ceil(2 * 2 * timeLimitMs / 1000);
  return new Deno.Command("/bin/sh", {
    args: [
      ...["-c", `ulimit -t ${seconds}; ${POLITE}`, "sh", deno, "run"],
      ...["--quiet", "--no-prompt", "--no-remote", "--no-lock"],
      `--v8-flags=--max-old-space-size=${memoryMb}${lean ? ",--optimize-for-size" : ""}`,
      ...permissions,
      script,
      ...args,
    ],
    clearEnv: true,
    env: Object.fromEntries(INHERITED.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    })),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}
