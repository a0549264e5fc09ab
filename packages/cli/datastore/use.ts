import type { UseOptions } from "@svc/runtime/datastores";
import { text } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";
import type { Answers } from "../permission/allow.ts";
import { type AskingContext, questionsOf } from "./questions.ts";

/** How long a sync may take. */
export const TIMEOUT = text("<time>", "Time limit for each direction: 90, 30s, 5m", {
  defaultText: "5m",
});

/** Most milliseconds of a sync: six hours. */
const LONGEST = 21_600_000;

/** What a command on a datastore goes by. */
export async function useOptions(
  context: AskingContext,
  { signal, timeout, answers }: {
    signal?: AbortSignal;
    timeout?: string | undefined;
    /** Absent for a command without options that could agree to something. */
    answers?: Answers;
  } = {},
): Promise<UseOptions> {
  const timeoutMs = timeout === undefined ? undefined : await milliseconds(timeout);
  return {
    ...questionsOf(context, answers),
    signal,
    timeoutMs,
  };
}

async function milliseconds(text: string): Promise<number> {
  const { parseDuration } = await import("@svc/runtime/run");
  const value = parseDuration(text);
  if (value > LONGEST) throw usage("--timeout may be six hours at most");
  return value;
}
