import { renderDocument } from "../../platform/web/layout/render.ts";
import { PAGE_HEADERS } from "@svc/http/page";

/** What a page's handler returns: an element to render, or a whole answer. */
export interface Rendered {
  page: unknown;
  status?: number;
  /** Cookies that the identity part set on the way. */
  cookies?: readonly string[];
  /** True when the page shows a secret once: no copy may be kept anywhere. */
  secret?: boolean;
  /** Seconds to wait before trying again, of a request that came too often. */
  retryAfter?: string | null;
}

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
