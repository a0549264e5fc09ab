import { SvcError } from "@svc/core/error";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Reply } from "./reply.ts";

/** On every refusal. */
export const SAFE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

const HEADERS = { "content-type": "application/json; charset=utf-8", ...SAFE_HEADERS };

/** What is said to bytes that are no request, by the parser's own code for what was wrong. */
export function requestError(code: string | undefined): SvcError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new SvcError("request_timeout", "The request did not arrive in time", {
        hint: "Send it again.",
      });
    case "HPE_HEADER_OVERFLOW":
      return new SvcError("headers_too_large", "The headers of the request are too large", {
        hint: "Send fewer cookies or shorter headers: 16 kB in all.",
      });
    default:
      return malformedRequest();
  }
}

/**
 * Header lines of a request. Reading them takes the square of their number, and those after the 1000th
 * are lost without a word, `X-Forwarded-For` among them.
 */
const MOST_HEADERS = 100;

/** A host and perhaps a port (RFC 3986), with nothing that would make a URL of it mean something else. */
export const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** What a target says before its path when it names a server as well. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/**
 * The reply to a request that two programs could read in two ways: with too many headers, or without
 * exactly one host that its target agrees with. Undefined for all others. A path of HTTP/1.0 needs no
 * host: load balancers ask so whether a server is well.
 */
export function refusedHead(
  { rawHeaders, url, httpVersion }: Pick<IncomingMessage, "rawHeaders" | "url" | "httpVersion">,
): Reply | undefined {
  if (rawHeaders.length > 2 * MOST_HEADERS) {
    return replyOf(
      new SvcError("headers_too_large", "The request has too many headers", {
        hint: `Send at most ${MOST_HEADERS}.`,
      }),
    );
  }
  const hosts = rawHeaders.filter((_, at) =>
    at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === "host"
  );
  if (hosts.length === 0 && httpVersion === "1.0" && url?.startsWith("/")) return undefined;
  const [host = ""] = hosts;
  const asked = ABSOLUTE.exec(url ?? "")?.[1] ?? host;
  const isOne = hosts.length === 1 && HOST.test(host) && asked.toLowerCase() === host.toLowerCase();
  return isOne ? undefined : replyOf(malformedRequest());
}

function replyOf(refusal: SvcError): Reply {
  const body = JSON.stringify(refusal);
  const length = String(new TextEncoder().encode(body).length);
  return { status: refusal.status, headers: { ...HEADERS, "content-length": length }, body };
}

/** The refusal of a request whose line, host or headers are not HTTP. */
export function malformedRequest(cause?: unknown): SvcError {
  return new SvcError("malformed_request", "This is not a valid HTTP request", {
    hint: "Check the address, and send one Host header that names the same server.",
    cause,
  });
}

/** A whole answer in bytes, for a connection on which no request came to be. */
export function rawAnswer(refusal: SvcError): string {
  const body = JSON.stringify(refusal);
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${new TextEncoder().encode(body).length}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
