import { PlatformFailure } from "./failure.ts";

/** The public API, used unless another is named. */
export const PUBLIC_API = "https://api.github.com";

/**
 * The API's address without a trailing slash: the argument `baseUrl`, else `GITHUB_API_URL` (which
 * workflow runners set), else the public one. Nothing is guessed: `/api/v3` has to be written.
 *
 * @throws PlatformFailure `wrong_base_url` when it is not an https address (http is for loopback),
 *   or holds a password, a query or a fragment.
 */
export function apiBaseUrl(argument?: string): string {
  const [source, setting] = argument?.trim()
    ? ["baseUrl", argument.trim()]
    : ["GITHUB_API_URL", Deno.env.get("GITHUB_API_URL")?.trim() || PUBLIC_API];
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  // What may hold a password is not repeated.
  if (url === undefined || url.username || url.password || url.search || url.hash) {
    const shown = setting.includes("@") || setting.includes("?") ? "" : ` '${setting}'`;
    throw new PlatformFailure("wrong_base_url", { reason: `${source}${shown} is not an address` });
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw new PlatformFailure("wrong_base_url", {
      reason: `${source} '${setting}' is not https, and a token must not travel unprotected`,
    });
  }
  return url.href.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
