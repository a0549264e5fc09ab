import type { Principal } from "../../../access/credential/principal.ts";
import type { Reply } from "../../../platform/http/reply.ts";
import type { PreparedAnswer } from "./public_reads.ts";

/** Makes an answer of a value: its JSON bytes and an entity tag over them. */
export async function prepareAnswer(name: string, value: unknown): Promise<PreparedAnswer> {
  const body = new TextEncoder().encode(JSON.stringify(value));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const tag = digest.subarray(0, 16).toBase64({ alphabet: "base64url", omitPadding: true });
  const etag = `"${tag}"`;
  return {
    name,
    body,
    etag,
    headers: { public: headersOf("public", etag), private: headersOf("private", etag) },
  };
}

/**
 * A prepared answer as a reply, or 304 when the caller has it. Caches may keep a public one but ask
 * again each time, so that nobody is shown a version that was yanked meanwhile.
 */
export function preparedReply(
  { body, etag, headers: prepared }: PreparedAnswer,
  request: Request,
  principal: Principal,
): Reply {
  const headers = principal.kind === "anonymous" ? prepared.public : prepared.private;
  return matches(request.headers.get("if-none-match"), etag)
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body };
}

function headersOf(scope: "public" | "private", etag: string): [string, string][] {
  return [
    ["content-type", "application/json; charset=utf-8"],
    ["cache-control", `${scope}, no-cache`],
    ["etag", etag],
    ["vary", "authorization, x-api-key, cookie"],
    ["x-content-type-options", "nosniff"],
  ];
}

/** Path and query of a URL as they were sent. */
export function addressOf(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("://") + 3));
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" ||
    header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
