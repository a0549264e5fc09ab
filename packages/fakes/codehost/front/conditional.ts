import { createHash } from "node:crypto";
import { type Caller, limitedAs } from "../access/mod.ts";
import { resourceOf, type State } from "../state/mod.ts";
import type { ApiRequest } from "./request.ts";

/**
 * The answer with its ETag, or 304 when the caller has it already. An ETag belongs to the token, the
 * address and the media type; an unchanged answer costs nothing of the hourly limit with a token.
 */
export async function unchanged(
  { limits }: State,
  { method, url, headers }: ApiRequest,
  { token }: Caller,
  answer: Response,
): Promise<Response> {
  if (method !== "GET" || answer.status !== 200) return answer;
  const about = [headers.get("authorization"), headers.get("accept"), url.pathname + url.search];
  const digest = createHash("sha256").update(JSON.stringify(about))
    .update(await answer.clone().bytes()).digest("hex");
  const etag = `W/"${digest}"`;
  const known = headers.get("if-none-match")?.split(",").map(opaque) ?? [];
  if (!known.includes(opaque(etag))) {
    answer.headers.set("etag", etag);
    return answer;
  }
  await answer.body?.cancel();
  if (token !== null) limits.refund(limitedAs(token), resourceOf(url.pathname));
  return new Response(null, { status: 304, headers: { etag } });
}

/** Compared weakly, as the platform does. */
const opaque = (etag: string) => etag.trim().replace(/^W\//, "");
