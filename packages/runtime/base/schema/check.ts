import type { JsonSchema } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { type Answerer, answerer } from "../process/answerer.ts";
import type { SchemaProblem } from "./problem.ts";
import type { CheckAnswer, CheckTask } from "./problems_process.ts";

/** How long one value may take to check, in milliseconds. */
const TIME_LIMIT_MS = 5000;

/** JavaScript heap of the process that checks, in megabytes. */
const HEAP_MB = 512;

/** Characters of a pattern shown; it is a stranger's. */
const SHOWN = 80;

/** Checks values against the schemas of an extension. Disposing ends its process. */
export interface SchemaChecker extends AsyncDisposable {
  /**
   * Everything in `value` that the schema refuses; empty when it fits. A value that cannot be checked
   * in time is refused, naming the patterns it was checked against.
   *
   * @throws SvcError `cancelled` when `signal` aborts; `memory_limit` for a value that is too large
   */
  problems(schema: JsonSchema, value: unknown, signal?: AbortSignal): Promise<SchemaProblem[]>;
  /** Loads what will check these, so that the first check does not wait. */
  prepare(schemas: readonly JsonSchema[]): void;
}

/**
 * A checker. Schemas come from extensions: one that may take long is checked in a process of its own,
 * which is killed when it does; all others cost no process.
 */
export function schemaChecker(
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): SchemaChecker {
  const slow: Answerer<CheckTask, CheckAnswer> = answerer({
    module: siblingPath(import.meta, "problems_process.ts"),
    task: "Checking a value",
    heapMb: HEAP_MB,
  });
  const askSlow = async (task: CheckTask, signal?: AbortSignal): Promise<SchemaProblem[]> => {
    try {
      const answer = await slow.ask(task, { timeLimitMs, signal });
      if ("problems" in answer) return answer.problems;
      return [{ path: "", message: `could not be checked: ${answer.failed}` }];
    } catch (error) {
      if (isSvcError(error) && error.code === "timeout") return [late(task.schema, timeLimitMs)];
      throw error;
    }
  };
  return {
    async problems(schema, value, signal) {
      if (mayTakeLong(schema)) return await askSlow({ schema, value }, signal);
      return (await import("./problems.ts")).problemsOf(schema, value);
    },
    prepare(schemas) {
      if (schemas.some(mayTakeLong)) slow.prepare();
      if (schemas.every(mayTakeLong)) return;
      import("./problems.ts").catch(() => {
        // Checking will load it again and tell.
      });
    },
    [Symbol.asyncDispose]: () => slow[Symbol.asyncDispose](),
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

/** Formats of a length or shape that is checked in one pass over the text. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set([
  "date",
  "time",
  "date-time",
  "duration",
  "uuid",
  "ipv4",
]);

/** Keywords whose check can take far longer than reading the value does. */
const COSTLY = new Set([
  "pattern",
  "patternProperties",
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "uniqueItems",
]);

/**
 * True when checking a value may take far longer than its size suggests: regular expressions can
 * backtrack for ever, references can double at each step, and unique items compare pairs. A property
 * that is merely named like such a keyword counts too; the places of a list are no names.
 */
export function mayTakeLong(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([key, part]) =>
    COSTLY.has(key) || (key === "format" && !PLAIN_FORMATS.has(part)) || mayTakeLong(part)
  );
}

/** A regular expression of a schema, and the dotted place of what it is for. */
interface SchemaPattern {
  path: string;
  pattern: string;
}

/** The regular expressions of a schema, as far as they stand in its properties and items. */
function patternsOf(schema: unknown, path = ""): SchemaPattern[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { pattern, patternProperties, properties, ...rest } = schema as JsonSchema;
  const below = (key: string) => path === "" ? key : `${path}.${key}`;
  const named = (parts: unknown) => Object.entries((parts ?? {}) as Record<string, unknown>);
  return [
    ...(typeof pattern === "string" ? [{ path, pattern }] : []),
    ...named(patternProperties).map(([one]) => ({ path, pattern: one })),
    ...named(properties).flatMap(([key, part]) => patternsOf(part, below(key))),
    ...named(patternProperties).flatMap(([, part]) => patternsOf(part, path)),
    ...Object.values(rest).flatMap((part) => patternsOf(part, path)),
  ];
}
