import { SecretFailure } from "../platform/secrets/failure.ts";

/** Longest wait for one whole answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Bytes of one answer at most; a list of ten thousand long keys has fewer. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Redirects that are followed for one request. */
const MOST_REDIRECTS = 3;

/** An answer with all of its body. */
export interface Answer {
  status: number;
  /** The body, undefined when there was none. */
  json: unknown;
  /** Seconds that the server wants to be left alone. */
  retryAfter: number | undefined;
}

/** One request. */
export interface Question {
  method: "GET" | "POST" | "DELETE";
  /** Absolute. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** For servers whose certificate the machine does not know. */
  caCert?: string | undefined;
  timeoutMs?: number | undefined;
}

/**
 * Sends a request to one server and to no other. A standby's redirect is followed within the server's
 * own address only: anywhere else it would take the token along.
 *
 * @throws SecretFailure `unavailable` for an answer that does not come, does not end, or is none of
 *   such a server
 */
export async function send(question: Question): Promise<Answer> {
  let { url } = question;
  const signal = AbortSignal.timeout(question.timeoutMs ?? TIMEOUT_MS);
  // On a connection of its own: on a used one that ends, `fetch` would send a write twice.
  const { caCert } = question;
  using client = Deno.createHttpClient({
    poolMaxIdlePerHost: 0,
    ...(caCert === undefined ? {} : { caCerts: [caCert] }),
  });
  try {
    for (let followed = 0;; followed++) {
      const answer = await fetch(url, requestOf(question, signal, client));
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status >= 400 || location === null) {
        return await read(answer);
      }
      await answer.body?.cancel();
      url = nextAddress(location, url, followed);
    }
  } catch (error) {
    throw error instanceof SecretFailure ? error : unavailable(question, error);
  }
}

function requestOf(
  { method, headers, body }: Question,
  signal: AbortSignal,
  client: Deno.HttpClient,
): RequestInit & { client: Deno.HttpClient } {
  return {
    method,
    headers: { ...headers, "accept": "application/json", "x-vault-request": "true" },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: "manual",
    signal,
    client,
  };
}

function nextAddress(location: string, url: string, followed: number): string {
  const { origin } = new URL(url);
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (target?.origin === origin && followed < MOST_REDIRECTS) return target.href;
  throw new SecretFailure(
    "unavailable",
    target === undefined || target.origin === origin
      ? `${origin} redirects in a circle`
      : `${origin} redirects to ${target.origin}, as a standby does; the token is not sent there`,
    "Set the address to that of the active server, or of a load balancer before them",
  );
}

async function read(answer: Response): Promise<Answer> {
  const bytes: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > MOST_BYTES) throw noSuchServer(`its answer has more than ${MOST_BYTES} bytes`);
    bytes.push(piece);
  }
  const after = Number(answer.headers.get("retry-after") ?? NaN);
  return {
    status: answer.status,
    json: length === 0 ? undefined : await jsonOf(bytes, answer),
    retryAfter: Number.isFinite(after) ? after : undefined,
  };
}

async function jsonOf(bytes: Uint8Array[], answer: Response): Promise<unknown> {
  const type = answer.headers.get("content-type") ?? "none";
  if (!/^application\/json\b/i.test(type)) {
    // What stands before the server may answer in its place.
    if (answer.status >= 400) return undefined;
    throw noSuchServer(`it answers with ${type.slice(0, 80)} instead of JSON`);
  }
  try {
    return JSON.parse(await new Blob(bytes as BlobPart[]).text());
  } catch {
    throw noSuchServer("its answer is broken JSON");
  }
}

/** The failure of an answer that no such server gives. */
export function noSuchServer(what: string): SecretFailure {
  return new SecretFailure(
    "unavailable",
    `The server does not answer as OpenBao or Vault: ${what}`,
    "Check the address, and any proxy in between",
  );
}

function unavailable({ method, url }: Question, error: unknown): SecretFailure {
  const { origin } = new URL(url);
  const { cause } = error as Error;
  if (/invalid peer certificate/i.test(`${error} ${cause}`)) {
    return new SecretFailure(
      "unavailable",
      `The certificate of ${origin} is not trusted by this machine`,
      "Give the certificate of the authority that signed it (caCert), or check the address",
    );
  }
  const late = error instanceof Error && error.name === "TimeoutError";
  const reason = late ? `${origin} did not answer in time` : `${origin} does not answer`;
  return new SecretFailure(
    "unavailable",
    method === "GET" ? reason : `${reason}, and the change may have been made`,
    "Check that 'bao status' works, then run again",
  );
}
