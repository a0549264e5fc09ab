import { NotAsked } from "../lookup/not_asked.ts";
import { LookupFailure } from "./evidence.ts";
import { boundedText } from "../stream/text.ts";
import { REQUEST_MS } from "./options.ts";

/** A bounded request for JSON. */
export interface JsonRequest {
  fetch: typeof globalThis.fetch;
  url: string;
  /** Ends when the whole audit must. */
  budget: AbortSignal;
  /** Largest answer read, in bytes. */
  maxBytes: number;
  body?: unknown;
}

/**
 * Fetches JSON without following redirects. Answers `undefined` for 404.
 *
 * @throws LookupFailure `notRun` when the budget ends first or the host is not to be asked; `error` for
 *   anything else that is not a JSON object in time
 */
export async function fetchJson(
  { fetch, url, budget, maxBytes, body }: JsonRequest,
): Promise<Record<string, unknown> | undefined> {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      // Not "error": a redirect is an answer of a service that works.
      redirect: "manual",
      signal: AbortSignal.any([budget, AbortSignal.timeout(REQUEST_MS)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new LookupFailure("error", `${host} answered ${response.status}`);
    }
    const text = await boundedText(response.body, maxBytes);
    if (text === undefined) {
      throw new LookupFailure("error", `${host} answered more than ${maxBytes} bytes`);
    }
    const json: unknown = JSON.parse(text);
    if (json === null || typeof json !== "object" || Array.isArray(json)) {
      throw new LookupFailure("error", `${host} answered something that is not a JSON object`);
    }
    return json as Record<string, unknown>;
  } catch (error) {
    if (error instanceof LookupFailure) throw error;
    if (error instanceof NotAsked) throw new LookupFailure("notRun", `${host} ${error.message}`);
    if (budget.aborted) {
      throw new LookupFailure("notRun", `${host} did not answer everything in the time allowed`);
    }
    throw new LookupFailure("error", `${host} ${inWords(error)}`, error);
  }
}

function inWords(error: unknown): string {
  if (error instanceof SyntaxError) return "answered something that is not JSON";
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return "did not answer in time";
  }
  return "could not be reached";
}
