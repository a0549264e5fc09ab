import { isSvcError, type SvcError } from "@svc/core/error";
import { fullDisk } from "@svc/http/edge";
import { APIError } from "better-auth/api";

const STATUS = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  409: "CONFLICT",
  429: "TOO_MANY_REQUESTS",
  507: "INSUFFICIENT_STORAGE",
} as const;

/** Our refusal in the library's form; the edge turns it back. */
export function refusal(error: SvcError): APIError {
  const { code, details } = error;
  const { message, hint } = error.outside ?? error;
  return new APIError(STATUS[error.status as keyof typeof STATUS] ?? "BAD_REQUEST", {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

/**
 * Does the work of an endpoint of the library's. What we refuse takes the library's form: it would answer
 * anything else as a failure without a word.
 */
export async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refused = isSvcError(error) ? error : fullDisk(error);
    throw refused ? refusal(refused) : error;
  }
}
