import { AwsV4Signer } from "npm:aws4fetch@1.0.20";
import { type Answer, readAnswer } from "./answer.ts";
import { sha256 } from "./checksum.ts";
import type { Target } from "./configuration.ts";
import type { Credentials } from "./credentials.ts";

/** One request to the store. */
export interface Request {
  method: "GET" | "PUT" | "HEAD" | "DELETE";
  /** Key of the object, without the datastore's prefix; absent for the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** The most bytes that a success may have. */
  limit: number;
}

/** How long one request may take from its first byte to the last of its answer, in milliseconds. */
const LONGEST_MS = 300_000;

/**
 * Signs a request and sends it once. Its body is part of the signature, so that a store refuses what
 * was damaged on the way. Redirects are not followed: they would carry the signature to another host.
 *
 * @throws TypeError and the like when there was no whole answer; the signal's reason
 */
export async function send(
  target: Target,
  credentials: Credentials,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const url = addressOf(target, request);
  const body = request.body;
  const { headers } = await new AwsV4Signer({
    ...credentials,
    method: request.method,
    url,
    headers: { ...request.headers, "x-amz-content-sha256": sha256(body ?? new Uint8Array()) },
    service: "s3",
    region: target.region,
  }).sign();
  // Not signed, since proxies change it; said so that the length of an answer is that of the object.
  headers.set("accept-encoding", "identity");
  const deadline = AbortSignal.timeout(LONGEST_MS);
  const response = await fetch(url, {
    method: request.method,
    headers,
    redirect: "manual",
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    ...(body === undefined ? {} : { body }),
  });
  return await readAnswer(response, request.limit);
}

/** The URL of a request. Keys and prefix are of characters that no URL parser changes. */
function addressOf(target: Target, { key, query }: Request): string {
  const path = key === undefined
    ? target.path.replace(/(?<=.)\/$/, "")
    : target.path + target.prefix + key;
  const search = new URLSearchParams(query).toString();
  return `${target.origin}${path}${search === "" ? "" : `?${search}`}`;
}
