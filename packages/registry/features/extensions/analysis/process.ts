import { SvcError } from "@svc/core/error";
import type { Facts } from "@svc/scorecard/facts";
import { type Analyst, handled, type Opened } from "./analyst.ts";
import { type Answer, lines, refusalOf, type Task } from "./message.ts";
import type { Submission } from "./submission.ts";

/** How analysing processes are run. */
export interface AnalystOptions {
  /** Path of the Deno executable. */
  deno: string;
  /** Folders whose files may be analysed. */
  folders: readonly string[];
  /** Processes at once; one core is left to answer requests unless told otherwise. */
  width?: number;
  /** Tasks that may wait; 500 unless told otherwise. */
  waiting?: number;
  /** Time for one task, in milliseconds: more than the documentation tool's own. */
  timeLimitMs?: number;
  /** Memory of one process for what it reads, in megabytes. */
  memoryMb?: number;
}

interface Job {
  task: Task;
  opened: PromiseWithResolvers<Opened>;
  facts: PromiseWithResolvers<Facts>;
}

const SCRIPT = `${import.meta.dirname}/child.ts`;

/** Behind whatever answers requests, wherever the system can say so. */
const POLITE = 'if command -v nice >/dev/null; then exec nice -n 5 "$@"; else exec "$@"; fi';

/**
 * An analyst in processes of their own, kept for the next archive: the server's thread goes on
 * answering, and an archive that eats memory or time costs its own publication alone. A process may
 * read the given folders, write below the system's temporary folder and start the documentation
 * tool; it has no network and none of the server's environment.
 */
export function analystProcesses(options: AnalystOptions): Analyst {
  const { waiting = 500, width = Math.max(1, navigator.hardwareConcurrency - 1) } = options;
  const queue: Job[] = [];
  const idle: Child[] = [];
  const all = new Set<Child>();
  let closed = false;

  function next(): void {
    while (queue.length > 0 && !closed) {
      const child = idle.pop() ?? (all.size < width ? start() : undefined);
      if (child === undefined) return;
      void run(child, queue.shift()!);
    }
  }
  function start(): Child {
    const child = startChild(options);
    all.add(child);
    return child;
  }
  async function run(child: Child, job: Job): Promise<void> {
    if (await child.work(job)) idle.push(child);
    else {
      all.delete(child);
      await child.end();
    }
    next();
  }

  return {
    open(path, announced) {
      if (closed || queue.length >= waiting) {
        return Promise.reject(unavailable("Too many extensions are being published"));
      }
      const job: Job = {
        task: { path, announced: announced && pick(announced) },
        opened: Promise.withResolvers(),
        facts: Promise.withResolvers(),
      };
      handled(job.facts.promise);
      queue.push(job);
      next();
      return job.opened.promise;
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) fail(job, unavailable("The server is stopping"));
      await Promise.all([...all].map((child) => child.end()));
      all.clear();
    },
  };
}

interface Child {
  /** Does one task; false when the process can do no other. Never throws. */
  work(job: Job): Promise<boolean>;
  end(): Promise<void>;
}

function startChild({ deno, folders, timeLimitMs = 120_000, memoryMb = 1024 }: AnalystOptions) {
  const temporary = Deno.env.get("TMPDIR") ?? "/tmp";
  const child = new Deno.Command("/bin/sh", {
    args: [
      "-c",
      POLITE,
      "sh",
      deno,
      "run",
      "--quiet",
      "--no-prompt",
      "--no-remote",
      "--no-lock",
      `--v8-flags=--max-old-space-size=${memoryMb}`,
      `--allow-read=${[...folders, temporary].join(",")}`,
      `--allow-write=${temporary}`,
      "--allow-run=/bin/sh",
      "--allow-env",
      SCRIPT,
      deno,
    ],
    clearEnv: true,
    env: inherited(["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME"]),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const answers = lines(child.stdout);
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It ended in the meantime.
    }
  };
  const read = async (): Promise<Answer> => {
    const { value, done } = await answers.next();
    if (done) throw new Error("the process ended");
    return JSON.parse(value) as Answer;
  };
  return {
    async work({ task, opened, facts }: Job): Promise<boolean> {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        kill();
      }, timeLimitMs);
      try {
        await writer.write(new TextEncoder().encode(`${JSON.stringify(task)}\n`));
        while (true) {
          const answer = await read();
          if ("submission" in answer) opened.resolve(openedBy(answer.submission, facts.promise));
          else {
            if ("facts" in answer) facts.resolve(answer.facts);
            else {
              fail(
                { task, opened, facts },
                "refused" in answer ? refusalOf(answer.refused) : new Error(answer.failed),
              );
            }
            return true;
          }
        }
      } catch (cause) {
        const why = late ? "took too long" : "ended before it was done";
        fail({ task, opened, facts }, unavailable(`The analysis of the archive ${why}`, cause));
        return false;
      } finally {
        clearTimeout(timer);
      }
    },
    async end(): Promise<void> {
      await writer.close().catch(() => {});
      const timer = setTimeout(kill, 2_000);
      await child.status;
      clearTimeout(timer);
      await answers.return(undefined).catch(() => {});
    },
  };
}

function openedBy(submission: Submission, facts: Promise<Facts>): Opened {
  return { submission, facts };
}

function fail({ opened, facts }: Job, error: Error): void {
  opened.reject(error);
  facts.reject(error);
}

function pick({ name, version }: NonNullable<Task["announced"]>) {
  return { name, version };
}

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function unavailable(message: string, cause?: unknown): SvcError {
  return new SvcError("unavailable", message, {
    hint: "Push again in a while; nothing was published.",
    ...(cause === undefined ? {} : { cause }),
  });
}
