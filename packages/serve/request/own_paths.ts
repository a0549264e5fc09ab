import type { NamedRun, RunCheck } from "@svc/core/answer";
import { type ErrorBody, isSvcError, SvcError } from "@svc/core/error";

/** What cannot follow a path that is named whole. */
const GOES_ON = /(?![\w.-])/.source;

/** A text with each path below `root` as it is from there: callers learn nothing of the machine above. */
export function withoutRoot(text: string, root: string): string {
  if (!text.includes(root)) return text;
  const named = new RegExp(`${RegExp.escape(root)}(?:/|${GOES_ON})`, "g");
  return text.replaceAll(named, (found) => found.endsWith("/") ? "" : ".");
}

/** An error whose texts are as {@link withoutRoot} has them. */
export function bodyWithoutRoot(body: ErrorBody, root: string): ErrorBody {
  const { error, hint, details } = body;
  return {
    ...body,
    error: withoutRoot(error, root),
    ...(hint !== undefined && { hint: withoutRoot(hint, root) }),
    ...(details !== undefined && {
      details: details.map(({ path, message }) => ({
        path: withoutRoot(path, root),
        message: withoutRoot(message, root),
      })),
    }),
  };
}

/** A refusal as {@link bodyWithoutRoot} has it; anything else that was thrown as it is. */
export function errorWithoutRoot(error: unknown, root: string): unknown {
  if (!isSvcError(error)) return error;
  const { error: message, hint, details } = bodyWithoutRoot(error.toJSON(), root);
  return new SvcError(error.code, message, {
    hint,
    details,
    grants: error.grants,
    outside: error.outside,
    status: error.status,
    cause: error.cause,
  });
}

/** The record of a run, with paths as they are from the repository on. */
export function recordWithoutRoot(run: NamedRun, root: string): NamedRun {
  const { checks, error } = run;
  return {
    ...run,
    ...(checks && { checks: checksWithoutRoot(checks, root) }),
    ...(error && { error: { ...error, message: withoutRoot(error.message, root) } }),
  };
}

/** The checks of a run, with paths as they are from the repository on. */
export function checksWithoutRoot(checks: readonly RunCheck[], root: string): RunCheck[] {
  return checks.map(({ message, ...check }) =>
    message === undefined ? check : { ...check, message: withoutRoot(message, root) }
  );
}
