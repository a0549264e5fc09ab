import type { Answer } from "./answer.ts";
import { type FailureCode, StoreFailure } from "./failure.ts";

/** The store's own name for why it refused, or an empty string. Never its message. */
export function errorCodeOf({ body }: Answer): string {
  const text = new TextDecoder().decode(body.subarray(0, 4096));
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1] ?? "";
}

const BY_CODE: Readonly<Record<string, FailureCode>> = {
  NoSuchBucket: "bucket_missing",
  RequestTimeTooSkewed: "clock_skewed",
  RequestExpired: "clock_skewed",
  AuthorizationHeaderMalformed: "wrong_region",
  IllegalLocationConstraintException: "wrong_region",
  PermanentRedirect: "wrong_region",
  QuotaExceeded: "store_full",
  ServiceQuotaExceeded: "store_full",
  XMinioStorageFull: "store_full",
  EntityTooLarge: "store_full",
  InsufficientCapacity: "store_full",
  NotImplemented: "no_conditional_writes",
};

/** What a person can do about a refusal. */
const ADVICE: Partial<Record<FailureCode, string>> = {
  bucket_missing: "create it, or correct 'bucket' and 'endpoint'",
  clock_skewed: "set the clock",
  wrong_region: "correct 'region' and 'endpoint'",
  store_full: "free some space, or raise the quota; nothing was changed",
  no_conditional_writes: "use a store that supports If-Match and If-None-Match",
  access_denied:
    "check the credentials and their permissions: GetObject, PutObject, DeleteObject " +
    "and ListBucket on the prefix",
  redirected: "put the address of the bucket's own region into 'endpoint'",
};

/** Codes and statuses after which the same request may succeed. */
const PASSING = new Set([
  "SlowDown",
  "InternalError",
  "ServiceUnavailable",
  "RequestTimeout",
  "OperationAborted",
  "ConditionalRequestConflict",
  "ThrottlingException",
  "RequestLimitExceeded",
  // Bytes that were damaged on the way.
  "XAmzContentSHA256Mismatch",
  "BadDigest",
]);

/** Whether the same request may succeed a moment later. */
export function isPassing(answer: Answer): boolean {
  if (answer.status === 507 || answer.status === 501) return false;
  return answer.status >= 500 || answer.status === 429 || PASSING.has(errorCodeOf(answer));
}

/** The failure that an answer stands for, which is not a success. */
export function refusalOf(answer: Answer, what: string): StoreFailure {
  const said = errorCodeOf(answer);
  const code = codeOf(answer, said);
  const region = answer.headers.get("x-amz-bucket-region");
  const details = [
    `${what} was answered with ${answer.status}${said === "" ? "" : ` ${said}`}`,
    ...(code === "clock_skewed" ? skewOf(answer) : []),
    ...(region !== null && /^[a-z0-9-]{1,40}$/.test(region) &&
        (code === "wrong_region" || code === "redirected")
      ? [`its region is ${region}`]
      : []),
    ...(ADVICE[code] === undefined ? [] : [ADVICE[code]]),
  ];
  return new StoreFailure(code, details.join("; "));
}

function codeOf({ status }: Answer, said: string): FailureCode {
  const known = Object.hasOwn(BY_CODE, said) ? BY_CODE[said] : undefined;
  if (known !== undefined) return known;
  if (status >= 300 && status < 400) return "redirected";
  if (status === 401 || status === 403) return "access_denied";
  if (status === 507) return "store_full";
  if (status === 501) return "no_conditional_writes";
  if (status >= 500 || status === 429 || PASSING.has(said)) return "busy";
  return "bad_answer";
}

/** How far the clocks are apart, when the answer has a date. */
function skewOf({ headers }: Answer): string[] {
  const theirs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(theirs)) return [];
  const minutes = Math.round((Date.now() - theirs) / 60_000);
  return [`this clock is ${Math.abs(minutes)} minutes ${minutes < 0 ? "behind" : "ahead"}`];
}
