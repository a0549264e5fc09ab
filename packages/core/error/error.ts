import { ERROR_CODES, type ErrorCode } from "./codes.ts";

/** What may accompany a refusal beside its code and message. */
interface SvcErrorOptions {
  /** The shortest fix: a command to run or a line to write. */
  hint?: string | undefined;
  /** Why it happened, when an underlying error tells. Never shown to a stranger. */
  cause?: unknown;
  /** Where it happened: one entry a problem, `path` as dotted key or `file:line`. */
  details?: readonly ErrorDetail[] | undefined;
  /** Permissions that were missing, each `<kind>:<entry>`: granting them makes it work. */
  grants?: readonly string[] | undefined;
  /** What callers over the network are told, where message and hint are for the operator. */
  outside?: Outside | undefined;
  /** Overrides the code's own status, for the rare code that has two. */
  status?: number;
}

/** What somebody is told who cannot repair the server. */
export interface Outside {
  message: string;
  hint: string;
}

/** One problem of several, with its place. */
export interface ErrorDetail {
  /** Dotted field path, or `file:line`. */
  path: string;
  /** What is wrong there and what is allowed. */
  message: string;
}

/** The JSON form of an error, over HTTP and on a client's stderr (design §4, §8). */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  hint?: string;
  details?: readonly ErrorDetail[];
  grants?: readonly string[];
}

/**
 * A refusal that a person can act on: what, why, and how to fix it, under a stable code.
 * Anything else that is thrown is a bug.
 */
export class SvcError extends Error {
  override readonly name = "SvcError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly hint: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly grants: readonly string[] | undefined;
  readonly outside: Outside | undefined;

  constructor(code: ErrorCode, message: string, options: SvcErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? ERROR_CODES[code];
    this.hint = options.hint;
    this.details = options.details;
    this.grants = options.grants;
    this.outside = options.outside;
  }

  /** The body a client receives: never the cause, never a stack. */
  toJSON(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.grants === undefined ? {} : { grants: this.grants }),
    };
  }
}

/** True when `error` is a refusal with a stable code rather than a bug. */
export function isSvcError(error: unknown): error is SvcError {
  return error instanceof SvcError;
}
