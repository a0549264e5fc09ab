import { SvcError } from "@svc/core/error";
import { childMessage, foreign } from "./child_message.ts";
import { linesOf, LONGEST_LINE } from "../base/process/lines.ts";
import type { Call, FromChild, ToChild } from "./protocol.ts";
import type { Refused } from "./refused.ts";

/** How the child says that the method ended. */
export type ChildResult = Exclude<
  FromChild,
  {
    t:
      | "log"
      | "call"
      | "secret"
      | "denied"
      | "unset"
      | "unreachable"
      | "checked"
      | "ready"
      | "answer";
  }
>;

/** What a provider says while it works. */
export type ProviderWord = Extract<FromChild, { t: "ready" | "answer" }>;

/** The host's side of the talk with a child. */
interface TalkOptions {
  /** What the lines of the protocol begin with. */
  token: string;
  /** Resolves when the child has ended. */
  ended: Promise<unknown>;
  send(message: ToChild): Promise<void>;
  log(level: unknown, text: string): void;
  /** Keeps a text that the method calls a secret from being shown. */
  onSecret(text: string): void;
  /** Learns what the sandbox refused. */
  refused: Pick<Refused, "denied" | "unset" | "reachedNobody"> | undefined;
  /** Learns how a check went. */
  onChecked?: ((checked: Extract<FromChild, { t: "checked" }>) => void) | undefined;
  /** Answers a question of the child; what it throws is told to the child. */
  onCall(call: Call): Promise<unknown>;
  /** Takes the words of a provider; nothing else may say them. */
  onWord?: ((word: ProviderWord) => void) | undefined;
  /** Characters of the longest line, default 64 million. */
  longestLine?: number | undefined;
}

/** Characters kept of what a child says on stderr. */
const COMPLAINT_LIMIT = 20_000;

/**
 * Answers the child's questions and passes on its printing until its stdout ends.
 *
 * @returns its first word on how the method ended; undefined when it gave none
 * @throws SvcError `run_failed` for a line that is too long to hold or a message out of shape.
 */
export async function talkWith(
  stdout: ReadableStream<Uint8Array>,
  options: TalkOptions,
): Promise<ChildResult | undefined> {
  const { token, ended, log } = options;
  let result: ChildResult | undefined;
  let over = false;
  ended.then(() => over = true);
  for await (const line of printedLines(stdout, ended, options.longestLine)) {
    if (!line.startsWith(token)) {
      if (line.trim() !== "") log("info", line);
      continue;
    }
    const message = childMessage(line.slice(token.length));
    if (message.t === "log") log(message.level, withoutAdvice(String(message.text)));
    else if (message.t === "secret") options.onSecret(message.text);
    else if (message.t === "denied") options.refused?.denied(message.text);
    else if (message.t === "unset") options.refused?.unset(message.names);
    else if (message.t === "unreachable") options.refused?.reachedNobody(message.texts);
    else if (message.t === "checked") options.onChecked?.(message);
    else if (message.t === "ready" || message.t === "answer") {
      if (options.onWord === undefined) throw foreign();
      options.onWord(message);
    } // After the first word on how it ended there is nothing to listen to.
    else if (result !== undefined) continue;
    else if (message.t !== "call") result = message;
    // Nobody waits for an answer once the child is dead.
    else if (!over) await answer(message.id, message.call, options);
  }
  return result;
}

/** A line without Deno's advice on a refusal, which is for who starts Deno. */
function withoutAdvice(text: string): string {
  return text.replace(/, run again with the --allow-\w+ flag/g, "");
}

/** The lines that a method's process writes, as far as svc can hold one. */
async function* printedLines(
  stream: ReadableStream<Uint8Array>,
  ended: Promise<unknown>,
  longest: number | undefined,
): AsyncGenerator<string> {
  try {
    yield* linesOf(stream, {
      writerEnded: ended,
      ...(longest === undefined ? {} : { longest }),
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const megabytes = Math.round((longest ?? LONGEST_LINE) / 1024 / 1024);
    throw new SvcError("run_failed", `The extension wrote more than ${megabytes} MB in one line`, {
      hint: "Data written before stays. Write large content to a file: createFileWriter.",
      cause: error,
    });
  }
}

async function answer(id: number, call: Call, { onCall, send }: TalkOptions): Promise<void> {
  try {
    const value = await onCall(call);
    await send({ t: "reply", id, ...(value === undefined ? {} : { value }) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    await send({ t: "reply", id, error: { name, message } });
  }
}

/**
 * Passes on what the child prints on stderr, except the report of a crash.
 *
 * @returns the beginning of all of it
 */
export async function complaintOf(
  stderr: ReadableStream<Uint8Array>,
  { ended, log, longestLine }: Pick<TalkOptions, "ended" | "log" | "longestLine">,
): Promise<string> {
  let complaint = "";
  for await (const line of printedLines(stderr, ended, longestLine)) {
    if (complaint.length < COMPLAINT_LIMIT) complaint += `${line}\n`;
    if (line.trim() !== "" && !isCrashReport(complaint)) log("warning", line);
  }
  return complaint;
}

function isCrashReport(text: string): boolean {
  return /^(#|<---|====|error: |Stack backtrace)/m.test(text);
}
