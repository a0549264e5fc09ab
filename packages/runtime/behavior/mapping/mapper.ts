import { siblingPath } from "@svc/core/module";
import { type Answerer, answerer } from "../../base/process/answerer.ts";
import type { MappingAnswer, MappingTask } from "./answer.ts";

export type { MappingAnswer, MappingTask } from "./answer.ts";

/** Milliseconds that one message may take. */
const TIME_LIMIT_MS = 3000;

/** JavaScript heap of the process, in megabytes: a message of 10 MB takes several times that. */
const HEAP_MB = 512;

/**
 * Evaluates mappings in a process without any permission, which is killed when it takes too long: both
 * the text and the cost of the expressions over it are a stranger's. Disposing ends it.
 */
export interface Mapper extends AsyncDisposable {
  /**
   * One at a time; others wait their turn.
   *
   * @throws SvcError `timeout`, `memory_limit`, `cancelled`, `internal`
   */
  map(task: MappingTask, signal?: AbortSignal): Promise<MappingAnswer>;
}

/** A mapper; its process starts with the first message. */
export function openMapper({ timeLimitMs = TIME_LIMIT_MS } = {}): Mapper {
  const process: Answerer<MappingTask, MappingAnswer> = answerer({
    module: siblingPath(import.meta, "mapping_process.ts"),
    task: "The mapping",
    heapMb: HEAP_MB,
  });
  return {
    map: (task, signal) => process.ask(task, { timeLimitMs, signal }),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}
