import { PlatformFailure } from "./failure.ts";

/** How a client library sends one request: the platform's `fetch`, or a program in its place. */
export type Transport = (url: string, init: TransportRequest) => Promise<Response>;

/** What the client library gives to a transport. */
export interface TransportRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

/** Redirects followed for one read. */
const MAX_REDIRECTS = 3;

/** Longest wait for one answer, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 30_000;

/** Bytes of one answer at most. The longest, a page of 100 texts of 64 KB, is well below. */
const MOST_BYTES = 64 * 1024 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** True for requests that change nothing. */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Sends a request by `send` and follows redirects as far as that is safe: reads within one origin,
 * so that no token reaches another. A write is never sent elsewhere: it was meant for the old name.
 *
 * @throws PlatformFailure `moved` for a redirected write or a read that leads to another origin.
 */
export async function followReads(
  send: Transport,
  url: string,
  request: TransportRequest,
): Promise<Response> {
  let address = url;
  for (let followed = 0;; followed++) {
    const answer = await send(address, request);
    const location = answer.headers.get("location");
    if (!REDIRECTS.has(answer.status) || location === null) {
      return isRaw(request) && answer.ok ? answer : await whole(answer, address, request.method);
    }
    await answer.body?.cancel();
    const target = new URL(location, address);
    const same = target.origin === new URL(address).origin;
    if (!isRead(request.method) || !same || followed === MAX_REDIRECTS) {
      throw moved(answer.status, target, same);
    }
    address = target.href;
  }
}

/**
 * True for a file's own bytes. They may be many, so they are passed on as they come: whoever asks has
 * to take them with `parseSuccessResponseBody: false` and see that none is missing.
 */
function isRaw({ headers }: TransportRequest): boolean {
  return /\bvnd\.github\.raw\b/.test(headers.accept ?? "");
}

/**
 * The answer with all of its body. The client library takes a body that breaks off for an empty
 * one, and would call that a success.
 */
async function whole(answer: Response, url: string, method: string): Promise<Response> {
  const { status, headers } = answer;
  const body = answer.body === null
    ? null
    : await new Blob(await gather(answer.body, method)).arrayBuffer();
  return Object.defineProperty(new Response(body, { status, headers }), "url", { value: url });
}

/**
 * The pieces of a body; one that is too long is not taken to its end.
 *
 * @throws PlatformFailure `too_large`, and `unavailable` for a write, which may have taken effect.
 */
export async function gather(body: ReadableStream<Uint8Array<ArrayBuffer>>, method: string) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) {
      throw new PlatformFailure(isRead(method) ? "too_large" : "unavailable", {
        reason: `the answer has more than ${MOST_BYTES} bytes`,
        hint: isRead(method)
          ? "Request less at once"
          : "Check whether it took effect, then run again",
      });
    }
    pieces.push(piece);
  }
  return pieces;
}

/**
 * A transport that asks one host only. Addresses of later pages come from answers: followed to
 * another host, or to http, they would take the token along.
 */
export function onlyTo(baseUrl: string, send: Transport): Transport {
  const { origin } = new URL(baseUrl);
  return async (url, request) => {
    const target = new URL(url);
    if (target.origin !== origin) throw moved(null, target, false);
    return await send(url, request);
  };
}

function moved(status: number | null, target: URL, same: boolean): PlatformFailure {
  if (!same) {
    return new PlatformFailure("moved", {
      status,
      reason: `the response redirects to another host, ${target.host}, which is not followed`,
      hint: "Check the API's address and the repository's name",
    });
  }
  return new PlatformFailure("moved", {
    status,
    hint: `It is now at ${target.origin}${target.pathname}. Use the new name`,
  });
}

/**
 * The platform's `fetch`, which waits 30 s for an answer at most and follows nothing by itself.
 *
 * A write gets a connection of its own. On one that was used before, `fetch` sends the request again
 * when the connection ends before an answer, and then a write takes effect twice.
 */
export const httpTransport: Transport = async (url, { method, headers, body, signal }) => {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const request = {
    method,
    headers,
    body: body as BodyInit ?? null,
    redirect: "manual",
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  } as const;
  if (isRaw({ method, headers })) {
    return await fetchRaw(url, { ...request, signal: signal ?? null });
  }
  if (isRead(method)) return await fetch(url, request);
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return await whole(await fetch(url, { ...request, client }), url, method);
};

/** The time limit is for the beginning of the answer: 100 MB may take longer. */
async function fetchRaw(url: string, request: RequestInit): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new DOMException("Signal timed out.", "TimeoutError"));
  }, ANSWER_TIMEOUT_MS);
  try {
    const signals = request.signal ? [request.signal, late.signal] : [late.signal];
    return await fetch(url, { ...request, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
}
