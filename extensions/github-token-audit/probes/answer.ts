import { failureOf, type PlatformFailure } from "../../platform/failure.ts";

/** Headers of an answer, with names in lower case. */
export type Headers = Record<string, string | number | undefined>;

/** A success of the API, as far as it is looked at here. */
export interface Success<Data> {
  refused: false;
  data: Data;
  headers: Headers;
}

/** A refusal of the API, which says something about the token. */
export interface Refusal {
  refused: true;
  status: number;
  /** The platform's own words; for comparing, never for showing. */
  message: string;
  headers: Headers;
  /** What to throw when the refusal says nothing about the token. */
  failure: PlatformFailure;
}

/** Statuses that can be an answer about the token, rather than a failure to answer. */
const REFUSALS: readonly number[] = [401, 403, 404];

/**
 * Asks the platform. A refusal is an answer, too. A rate limit, an outage and a page that is not the
 * API's are none: whoever audits has then not found out.
 *
 * @param what is asked for, as the error names it
 * @throws PlatformFailure
 */
export async function ask<Data>(
  request: Promise<{ data: Data; headers: Headers }>,
  what: string,
): Promise<Success<Data> | Refusal> {
  try {
    const { data, headers } = await request;
    return { refused: false, data, headers };
  } catch (error) {
    const failure = failureOf(error, what);
    const { data, headers } = (error as { response?: { data?: unknown; headers?: Headers } })
      .response ?? {};
    const message = (data as { message?: unknown } | null | undefined)?.message;
    const { status } = failure;
    if (
      status === null || !REFUSALS.includes(status) || failure.code === "rate_limited" ||
      typeof message !== "string"
    ) throw failure;
    return { refused: true, status, message, headers: headers ?? {}, failure };
  }
}
