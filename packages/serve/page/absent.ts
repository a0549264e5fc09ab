import { SvcError } from "@svc/core/error";

/** The one answer to what is not there and to what the visitor may not see. */
export function absent(what: string): SvcError {
  return new SvcError("not_found", `There is no such ${what}, or you may not see it`);
}
