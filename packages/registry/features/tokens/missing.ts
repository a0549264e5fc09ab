import { SvcError } from "@svc/core/error";

/** The refusal of an id that names no token of the collective. */
export function noSuchToken(): SvcError {
  return new SvcError("not_found", "No such token", {
    hint: "List the collective's tokens to see their ids.",
  });
}
