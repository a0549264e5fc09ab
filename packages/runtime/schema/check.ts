import type { JsonSchema } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { mayTakeLong, patternsOf } from "./cost.ts";
import type { SchemaProblem } from "./problems.ts";
import type { CheckAnswer, CheckTask } from "./problems_worker.ts";

/** How long one value may take to check, in milliseconds. */
const TIME_LIMIT_MS = 5000;

/** Characters of a pattern shown; it is a stranger's. */
const SHOWN = 80;

/** Checks values against the schemas of an extension. Disposing ends its thread. */
export interface SchemaChecker extends Disposable {
  /**
   * Everything in `value` that the schema refuses; empty when it fits. A value that cannot be checked
   * in time is refused, naming the patterns it was checked against.
   */
  problems(schema: JsonSchema, value: unknown): Promise<SchemaProblem[]>;
  /** Loads what will check these, so that the first check does not wait. */
  prepare(schemas: readonly JsonSchema[]): void;
}

/**
 * A checker. Schemas come from extensions: one that may take long is checked on a thread of its own,
 * which is ended when it does; all others cost no thread.
 */
export function schemaChecker(
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): SchemaChecker {
  let thread: CheckThread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const onThread = async (task: CheckTask): Promise<SchemaProblem[]> => {
    thread ??= startThread();
    const answer = await thread.ask(task, timeLimitMs);
    if (answer === "late") {
      thread.end();
      thread = undefined;
      return [late(task.schema, timeLimitMs)];
    }
    if ("problems" in answer) return answer.problems;
    return [{ path: "", message: `could not be checked: ${answer.failed}` }];
  };

  return {
    async problems(schema, value) {
      if (!mayTakeLong(schema)) return (await import("./problems.ts")).problemsOf(schema, value);
      const answer = last.then(() => onThread({ schema, value }));
      last = answer.catch(() => {});
      return await answer;
    },
    prepare(schemas) {
      if (schemas.some(mayTakeLong)) thread ??= startThread();
      if (schemas.every(mayTakeLong)) return;
      import("./problems.ts").catch(() => {
        // Checking will load it again and tell.
      });
    },
    [Symbol.dispose]() {
      thread?.end();
    },
  };
}

interface CheckThread {
  ask(task: CheckTask, timeLimitMs: number): Promise<Exclude<CheckAnswer, "ready"> | "late">;
  end(): void;
}

function startThread(): CheckThread {
  const worker = new Worker(import.meta.resolve("./problems_worker.ts"), { type: "module" });
  let next = Promise.withResolvers<CheckAnswer>();
  // Whoever asks learns of a failure; nobody may ask.
  next.promise.catch(() => {});
  worker.onmessage = ({ data }: MessageEvent<CheckAnswer>) => next.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    next.reject(new SvcError("internal", `A value could not be checked: ${event.message}`));
  };
  const ready = next.promise;
  return {
    async ask(task, timeLimitMs) {
      await ready;
      next = Promise.withResolvers();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), timeLimitMs);
      });
      try {
        worker.postMessage(task);
        return await Promise.race([next.promise, limit]) as Awaited<ReturnType<CheckThread["ask"]>>;
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => worker.terminate(),
  };
}

function late(schema: JsonSchema, timeLimitMs: number): SchemaProblem {
  const patterns = patternsOf(schema);
  const shown = patterns.slice(0, 3).map(({ path, pattern }) =>
    `/${pattern.slice(0, SHOWN)}/${patterns.length > 1 && path !== "" ? ` (${path})` : ""}`
  );
  const more = patterns.length > shown.length ? ", …" : "";
  const against = shown.length === 0
    ? ""
    : `; its schema has the pattern ${shown.join(", ")}${more}`;
  return {
    path: patterns.length === 1 ? patterns[0]!.path : "",
    message: `could not be checked within ${timeLimitMs / 1000} s${against}`,
  };
}
