import { type ErrorBody, SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { killerOf, ranOutOfMemory, spawnOwn, within } from "@svc/runtime/process";
import type { Repository } from "@svc/runtime/repository";
import type { Question } from "../operations/question.ts";
import { framesOf, type Head } from "./frame.ts";

/** JavaScript heap of a reader, in megabytes. */
const HEAP_MB = 768;

/** Processor time of a reader, in seconds: it is replaced long before. */
const CPU_SECONDS = 1800;

/** Milliseconds that one reading may take: the index of many thousand documents is made within. */
const LIMIT_MS = 60_000;

const MODULE = siblingPath(import.meta, "main.ts");

/** A process that reads, one question at a time. Disposing ends it. */
export interface Reader extends AsyncDisposable {
  /** Milliseconds that it has worked. */
  readonly busyMs: number;
  /**
   * The answer as JSON text.
   *
   * @throws SvcError what reading raises; `timeout`, `cancelled`, `memory_limit`, `internal`: after
   *   these the reader is good for nothing
   */
  ask(question: Question, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** False after a failure of the reader itself. */
  readonly works: boolean;
}

/** Starts a reader of a repository. */
export function startReader(repository: Repository): Reader {
  const child = spawn(repository);
  const kill = killerOf(child);
  addEventListener("unload", kill);
  const frames = framesOf(child.stdout);
  const writer = child.stdin.getWriter();
  const complaint = new Response(child.stderr).text();
  let busyMs = 0;
  let works = true;
  /** A whole answer, of whatever kind. @throws where there is none */
  const read = async (): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { error: Error }> => {
    const head = await frames.head() as Head | undefined;
    if (head === undefined) throw died(await complaint);
    if ("failed" in head) return { error: new Error(head.failed) };
    if ("refused" in head) return { error: refusalOf(head.refused) };
    return { bytes: await frames.bytes(head.bytes) };
  };
  return {
    get busyMs() {
      return busyMs;
    },
    get works() {
      return works;
    },
    async ask(question, signal) {
      const began = performance.now();
      writer.write(new TextEncoder().encode(`${JSON.stringify(question)}\n`)).catch(() => {
        // It has ended; reading its answer tells how.
      });
      // What is left of an answer would be taken for the next one.
      works = false;
      const answer = read();
      answer.catch(() => {});
      try {
        const given = await within(answer, { task: "Reading", timeLimitMs: LIMIT_MS, signal });
        works = true;
        if ("error" in given) throw given.error;
        return given.bytes;
      } finally {
        busyMs += performance.now() - began;
      }
    },
    async [Symbol.asyncDispose]() {
      kill();
      removeEventListener("unload", kill);
      await Promise.all([child.status, complaint, writer.abort().catch(() => {})]);
    },
  };
}

/** It reads the repository, keeps the index beside the data, and starts processes for expressions. */
function spawn(repository: Repository): Deno.ChildProcess {
  const { mayRead: _, ...plain } = repository;
  return spawnOwn({
    module: MODULE,
    args: [JSON.stringify(plain)],
    // Only code of svc runs here; expressions of callers go to processes without any permission.
    permissions: ["--allow-all"],
    heapMb: HEAP_MB,
    cpuSeconds: CPU_SECONDS,
  });
}

function died(complaint: string): SvcError {
  const cause = new Error(complaint.trim().split("\n")[0] ?? "");
  return ranOutOfMemory(complaint)
    ? new SvcError("memory_limit", `Reading needed more than ${HEAP_MB} MB of memory`, {
      hint: "Ask for less at a time.",
      cause,
    })
    : new SvcError("internal", "Reading could not be finished: its process ended", { cause });
}

function refusalOf({ error, code, status, ...more }: ErrorBody & { status: number }): SvcError {
  return new SvcError(code, error, { ...more, status });
}
