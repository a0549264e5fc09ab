import { equal, match } from "node:assert/strict";
import { type ErrorCode, SvcError } from "@svc/core/error";

/** A check for `rejects`: an SvcError of that code whose message, hint included, matches. */
export function refusal(code: ErrorCode, ...texts: RegExp[]): (error: unknown) => true {
  return (error) => {
    if (!(error instanceof SvcError)) throw error;
    const whole = `${error.message}\n${error.hint ?? ""}`;
    equal(error.code, code, whole);
    for (const text of texts) match(whole, text);
    return true;
  };
}
