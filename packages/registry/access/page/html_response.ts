import { renderDocument } from "../../platform/web/layout/render.ts";
import { PAGE_HEADERS } from "@svc/http/page";
import type { Rendered } from "./visit.ts";

/**
 * An HTML answer with the headers every page has. Without `forAll` it is for the one who asked, and
 * so it is when it shows a secret or sets a cookie.
 */
export async function htmlResponse(rendered: Rendered, forAll = false): Promise<Response> {
  const headers = new Headers(PAGE_HEADERS);
  if (!forAll || rendered.secret) {
    headers.set("cache-control", rendered.secret ? "no-store" : "private, no-cache");
  }
  headers.set("vary", "cookie");
  if (rendered.retryAfter) headers.set("retry-after", rendered.retryAfter);
  for (const cookie of rendered.cookies ?? []) headers.append("set-cookie", cookie);
  return new Response(await renderDocument(rendered.page), {
    status: rendered.status ?? 200,
    headers,
  });
}
