import * as z from "npm:zod@4.6.7";
import { readAnswer } from "./failure_answer.ts";
import { type FailureCode, FAILURES } from "./failure_codes.ts";
import { terminalLine } from "./terminal.ts";

export { FAILURE_CODES, type FailureCode } from "./failure_codes.ts";

/** Why a call failed, in words for the person who runs the method. It never holds a token. */
export class PlatformFailure extends Error {
  /** Stable word for the kind of failure. */
  readonly code: FailureCode;
  /** Status of the answer, or null when there was none. */
  readonly status: number | null;
  /** When a rate limit ends, ISO 8601, as far as the answer tells. */
  readonly until: string | null;
  /** The reason without the subject; see {@link failureOf}. */
  readonly reason: string;

  /**
   * @param parts.what the thing asked for, for example `the alerts of octocat/hello-world`
   * @param parts.reason replaces the reason of the code's table row
   * @param parts.hint what to do; replaces the hint of the code's table row
   */
  constructor(code: FailureCode, parts: FailureParts = {}) {
    const row = FAILURES[code];
    const reason = `${parts.reason ?? row.reason}. ${parts.hint ?? row.hint}`;
    super(parts.what === undefined ? reason : `${parts.what}: ${reason}`);
    this.code = code;
    this.status = parts.status ?? null;
    this.until = parts.until ?? null;
    this.reason = reason;
    // The reason lies with the platform or the arguments: a line of code beside it would mislead.
    delete this.stack;
  }
}

/** What a {@link PlatformFailure} says beside its code. */
export interface FailureParts {
  what?: string;
  reason?: string;
  hint?: string;
  status?: number | null;
  until?: string | null;
}

/**
 * The failure of a call as a {@link PlatformFailure} that names what was asked. An aborted run and an
 * error of our own code are no failures of the platform: they are thrown on as they are.
 *
 * @param what reads like `the alerts of octocat/hello-world`
 */
export function failureOf(error: unknown, what: string): PlatformFailure {
  if (error instanceof Error && error.name === "AbortError") throw error;
  if (error instanceof PlatformFailure) return about(error, what);
  if (error instanceof z.ZodError) {
    const hint = "Check the API's address, and run again later";
    return new PlatformFailure("unavailable", { what, reason: wrongShape(error), hint });
  }
  const answer = readAnswer(error);
  if (answer !== undefined) return new PlatformFailure(answer.code, { ...answer, what });
  if (!isOfTransport(error)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PlatformFailure("unavailable", { what, reason: `no answer, ${reason}` });
}

/** What is asked of the platform, with a failure that names it; see {@link failureOf}. */
export async function ask<Answer>(what: string, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    throw failureOf(error, what);
  }
}

/** As {@link ask}; undefined for what is not there. */
export async function askIfThere<Answer>(
  what: string,
  question: () => Promise<Answer>,
): Promise<Answer | undefined> {
  return await ask(what, question).catch((failure: PlatformFailure) => {
    if (failure.code === "not_found") return undefined;
    throw failure;
  });
}

/** Says where an answer is of another shape than it should be, without what a stranger wrote. */
export function wrongShape({ issues: [issue] }: z.ZodError): string {
  const place = terminalLine(issue?.path.join(".") || "it");
  const problem = terminalLine(issue?.message ?? "is wrong").slice(0, 200);
  return `the answer is not what the API describes: ${place} ${problem}`;
}

/**
 * Whether an error says that no answer came, not that our own code is wrong. `fetch` throws a TypeError
 * when nobody answers; what the client library wraps is none.
 */
function isOfTransport(error: unknown): boolean {
  if (error instanceof ReferenceError || error instanceof RangeError) return false;
  if (!(error instanceof TypeError)) return true;
  return error.cause !== undefined ||
    /^(?:error sending request|error reading a body|fetch failed)/.test(error.message);
}

/** A failure that was found before its subject was known gets the subject in front. */
function about(failure: PlatformFailure, what: string): PlatformFailure {
  if (failure.message !== failure.reason) return failure;
  failure.message = `${what}: ${failure.reason}`;
  return failure;
}

/** True for a refusal that says that something is no more, or never was. */
export function isGone(error: unknown): error is PlatformFailure {
  return error instanceof PlatformFailure && (error.code === "gone" || error.code === "not_found");
}
