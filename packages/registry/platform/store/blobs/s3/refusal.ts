import { SvcError } from "@svc/core/error";
import { STORE_AWAY, STORE_FULL } from "../../outside.ts";
import { Passing } from "./retry.ts";
import type { S3Answer } from "./send.ts";
import type { S3Target } from "./target.ts";

/** What is read of an error document, in bytes: its code stands at the start. */
const MOST_OF_AN_ERROR = 4096;

/** Codes after which the same request may succeed, whatever their status. */
const PASSING = new Set([
  "SlowDown",
  "RequestTimeout",
  "OperationAborted",
  "ConditionalRequestConflict",
  // Bytes that were damaged on the way.
  "XAmzContentSHA256Mismatch",
  "BadDigest",
]);

const FULL = new Set(["QuotaExceeded", "ServiceQuotaExceeded", "XMinioStorageFull"]);

/** What is to be done, by the store's own name for why it refused. */
const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: "Create the bucket, or fix its name, endpoint and region in SVC_BLOBS_URL.",
  InvalidAccessKeyId: "The store does not know this key: fix it in SVC_BLOBS_URL.",
  SignatureDoesNotMatch: "The secret does not match the key: fix it in SVC_BLOBS_URL, with " +
    "special characters URL-encoded.",
  AccessDenied: "Let the key or role do GetObject, PutObject and DeleteObject on the prefix, and " +
    "ListBucket on the bucket.",
  ExpiredToken: "The temporary credentials have expired, or this machine's clock is behind. " +
    "AWS_SESSION_TOKEN is not renewed: use a role instead.",
  RequestTimeTooSkewed: "Set the clock of this machine, for example with NTP.",
};

/** The store's own name for why it refused, or an empty text. */
export async function errorCodeOf(answer: S3Answer): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MOST_OF_AN_ERROR) break;
  }
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1] ?? "";
}

/**
 * What an answer that is no success means.
 *
 * @param doing for people, such as `writing an archive`
 * @returns Passing when the same request may succeed a moment later, else an SvcError: `storage_full`,
 *   `unavailable`
 */
export async function refusalOf(
  { shown }: S3Target,
  answer: S3Answer,
  doing: string,
  code?: string,
): Promise<Passing | SvcError> {
  const said = code ?? await errorCodeOf(answer);
  const { status, headers } = answer;
  const message = `${shown}: ${doing} was refused with ${status}${said === "" ? "" : ` ${said}`}`;
  if (status === 507 || FULL.has(said)) {
    return new SvcError("storage_full", message, {
      hint: "Free space in the bucket, or raise its quota.",
      outside: STORE_FULL,
    });
  }
  if (status === 429 || PASSING.has(said) || status >= 500 && status !== 501) {
    return new Passing(message, Number(headers.get("retry-after") ?? 0) * 1000 || 0);
  }
  return new SvcError("unavailable", `${message}${detailOf(said, answer)}`, {
    hint: hintOf(said, status),
    outside: STORE_AWAY,
  });
}

function hintOf(said: string, status: number): string {
  if (Object.hasOwn(HINTS, said)) return HINTS[said]!;
  if (status === 401 || status === 403) return HINTS.AccessDenied!;
  if (status === 404) return HINTS.NoSuchBucket!;
  return "Fix endpoint, region and style in SVC_BLOBS_URL.";
}

function detailOf(said: string, { headers }: S3Answer): string {
  const region = headers.get("x-amz-bucket-region");
  if (region !== null && /^[a-z0-9-]{1,40}$/.test(region)) {
    return `; the bucket's region is ${region}`;
  }
  const minutes = Math.round(skewOf(headers) / 60_000);
  if (said !== "RequestTimeTooSkewed") return "";
  return `; this machine's clock is ${Math.abs(minutes)} minutes ${
    minutes < 0 ? "behind" : "ahead"
  }`;
}

/** How far this clock is ahead of the other side's, in milliseconds; 0 when that cannot be told. */
function skewOf(headers: Headers): number {
  const theirs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(theirs) ? 0 : Date.now() - theirs;
}
