import { reasonOf, SvcError, TRUST_HINT, UNTRUSTED } from "@svc/core/error";

/** The most that the provider may answer with; its answers are a few hundred bytes. */
const MOST_BYTES = 256 * 1024;

/** Milliseconds that one question to the provider may take, with its whole answer. */
const TIMEOUT_MS = 10_000;

/** Asks the provider; as `fetch`, so that a library can use it. */
export type ProviderFetch = (
  url: string,
  init?: { method?: string; headers?: HeadersInit; body?: unknown; signal?: AbortSignal },
) => Promise<Response>;

/**
 * A `fetch` that reaches one origin only: it follows no redirect, waits for ten seconds at most and
 * reads no more than an answer of a provider has.
 *
 * @param own headers that each question carries
 * @throws SvcError `unavailable` (the status is 502) when there is no such answer
 */
export function providerFetch(
  origin: string,
  own: Readonly<Record<string, string>>,
): ProviderFetch {
  return async (url, init = {}) => {
    if (new URL(url).origin !== origin) throw down(origin, "it named an address on another host");
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(url, {
        ...init as RequestInit,
        headers: [...new Headers(init.headers), ...Object.entries(own)],
        redirect: "manual",
        signal: init.signal ? AbortSignal.any([timeout, init.signal]) : timeout,
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        throw down(origin, "it answered with a redirect");
      }
      const bytes = await bounded(response, origin);
      const { status, headers } = response;
      return new Response(status === 204 ? null : bytes, { status, headers });
    } catch (error) {
      if (error instanceof SvcError) throw error;
      const late = error instanceof DOMException && error.name === "TimeoutError";
      throw down(
        origin,
        late ? "no answer within 10 s" : `it cannot be reached: ${reasonOf(error)}`,
        error,
      );
    }
  };
}

async function bounded(response: Response, origin: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MOST_BYTES) throw down(origin, `its answer is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The refusal when the provider gives no answer that could be used. */
export function down(origin: string, why: string, cause?: unknown): SvcError {
  return new SvcError("unavailable", `The registry at ${origin} cannot sign people in: ${why}`, {
    hint: why.endsWith(UNTRUSTED)
      ? TRUST_HINT
      : "Try again in a moment; tokens of 'svc serve token create' work without it.",
    status: 502,
    cause,
  });
}

/** What the provider said: its status and the object in its body, empty for anything else. */
export interface Said {
  status: number;
  ok: boolean;
  body: Readonly<Record<string, unknown>>;
}

/** Asks the provider with JSON and reads its JSON answer. */
export async function askJson(
  fetch: ProviderFetch,
  url: string,
  { method = "POST", bearer, body }: { method?: string; bearer?: string; body?: unknown } = {},
): Promise<Said> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const found = await response.json().catch(() => undefined) as unknown;
  const isObject = typeof found === "object" && found !== null && !Array.isArray(found);
  return {
    status: response.status,
    ok: response.ok,
    body: isObject ? found as Record<string, unknown> : {},
  };
}

/** A text of an answer, cut to what a message may show of a stranger's words; undefined for no text. */
export function saidText(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return value.replaceAll(/[\p{C}\s]+/gu, " ").slice(0, 200);
}
