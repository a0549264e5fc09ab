import { AwsV4Signer } from "aws4fetch";
import { inSpan } from "../../../tracing/span.ts";
import type { S3Manners } from "./manners.ts";
import type { S3Credentials } from "./credentials/source.ts";
import type { S3Target } from "./target.ts";

/** One request to a bucket. */
export interface S3Request {
  method: "GET" | "PUT" | "HEAD" | "DELETE";
  /** Key with the prefix; absent for the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the body, hex. */
  checksum?: string;
}

/** An answer whose body is still on its way. */
export interface S3Answer {
  status: number;
  headers: Headers;
  /** The body; waiting too long for its next piece is an error. */
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Lets go of the connection. */
  cancel(): Promise<void>;
}

const NO_BODY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** How long a megabyte of a body may take to be sent, and a piece of an answer to follow. */
const MEGABYTE_MS = 1_000;
const PIECE_MS = 10_000;

/** Keys of a day and region, which take longer to make than to sign with. */
const signingKeys = new Map<string, ArrayBuffer>();
const MOST_SIGNING_KEYS = 100;

/**
 * Signs a request and sends it once. The body's SHA-256 is part of the signature, so that a store
 * refuses what was damaged on the way. A redirect is not followed.
 *
 * @throws TypeError and the like when nothing answers; DOMException `TimeoutError`
 */
export async function send(
  target: S3Target,
  credentials: S3Credentials,
  request: S3Request,
  { answerMs }: Pick<S3Manners, "answerMs">,
): Promise<S3Answer> {
  const { method, body } = request;
  const url = addressOf(target, request.key, request.query);
  const { headers } = await new AwsV4Signer({
    ...credentials,
    method,
    url,
    headers: { ...request.headers, "x-amz-content-sha256": request.checksum ?? NO_BODY },
    service: "s3",
    region: target.region,
    cache: keptKeys(),
  }).sign();
  // Not signed, since proxies change it; said so that the length of an answer is the object's.
  headers.set("accept-encoding", "identity");
  const patience = deadline();
  patience.set(answerMs + (body?.byteLength ?? 0) / 2 ** 20 * MEGABYTE_MS);
  try {
    const response = await inSpan("bucket", { "http.request.method": method }, async (say) => {
      const answer = await fetch(url, {
        method,
        headers,
        redirect: "manual",
        signal: patience.signal,
        ...(body === undefined ? {} : { body }),
      });
      say({ "http.response.status_code": answer.status });
      return answer;
    });
    return {
      status: response.status,
      headers: response.headers,
      chunks: piecesOf(response.body, patience),
      cancel: async () => void await response.body?.cancel().catch(() => undefined),
    };
  } finally {
    patience.clear();
  }
}

/** Those of credentials that are renewed, and of days that are over, are not kept for ever. */
function keptKeys(): Map<string, ArrayBuffer> {
  if (signingKeys.size >= MOST_SIGNING_KEYS) signingKeys.clear();
  return signingKeys;
}

/**
 * An address of an object that authorises itself, for `lifetime` milliseconds since `now`, but for no
 * longer than the credentials that sign it.
 *
 * @param options.query further parameters, which the signature covers
 */
export async function presign(
  target: S3Target,
  credentials: S3Credentials,
  method: "GET" | "PUT",
  key: string,
  { lifetime, now, query = {} }: {
    lifetime: number;
    now: Date;
    query?: Readonly<Record<string, string>> | undefined;
  },
): Promise<string> {
  const left = (credentials.expires?.getTime() ?? Infinity) - now.getTime();
  const expires = String(
    Math.max(1, Math.min(Math.ceil(lifetime / 1000), Math.floor(left / 1000))),
  );
  const { url } = await new AwsV4Signer({
    ...credentials,
    method,
    url: addressOf(target, key, { ...query, "X-Amz-Expires": expires }),
    service: "s3",
    region: target.region,
    signQuery: true,
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ""),
    cache: keptKeys(),
  }).sign();
  // A signature covers a space as %20, and not every store takes a plus for one.
  return `${url.origin}${url.pathname}${url.search.replaceAll("+", "%20")}`;
}

/** The URL of a request; keys and prefixes have no characters that a parser of URLs changes. */
function addressOf(
  { address }: S3Target,
  key: string | undefined,
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(query).toString();
  // A bucket itself is named without the slash: not every store signs for both.
  const path = key === undefined ? address.replace(/\/$/, "") : `${address}${key}`;
  return `${path}${search === "" ? "" : `?${search}`}`;
}

interface Deadline {
  signal: AbortSignal;
  set(ms: number): void;
  clear(): void;
}

/** One deadline after the other for a request, as only waiting for the other side counts. */
function deadline(): Deadline {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: stop.signal,
    set(ms) {
      timer = setTimeout(() => {
        stop.abort(new DOMException(`no answer for ${Math.round(ms)} ms`, "TimeoutError"));
      }, ms);
    },
    clear: () => clearTimeout(timer),
  };
}

async function* piecesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  patience: Deadline,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  try {
    while (reader) {
      patience.set(PIECE_MS);
      const { done, value } = await reader.read().finally(patience.clear);
      if (done) return;
      yield value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
