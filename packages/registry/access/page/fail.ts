import { type ErrorBody, SvcError } from "@svc/core/error";

/** The refusal that an interface answer tells of, to be thrown on as a page. */
export function fail(error: ErrorBody): SvcError {
  return new SvcError(error.code ?? "forbidden", error.error, { hint: error.hint });
}
