import { PlatformFailure } from "./failure.ts";
import { isLoopback } from "./loopback.ts";

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
      reason: `${source} '${setting}' is not https, and a token must not be sent unencrypted`,
    });
  }
  return url.href.replace(/\/+$/, "");
}

/** The failure of an address where no API answers, with the address to write instead. */
export function wrongBaseUrl(baseUrl: string, status: number): PlatformFailure {
  return new PlatformFailure("wrong_base_url", {
    status,
    reason: `${baseUrl} is not the address of an API: ${baseUrl}/meta does not answer as one`,
    ...likelyHint(new URL(baseUrl)),
  });
}

/** What the address should probably be, as far as it can be told from what was written. */
function likelyHint({ origin, hostname, pathname }: URL): { hint?: string } {
  if (/(?:^|\.)github\.com$/.test(hostname)) return { hint: `Write https://api.github.com` };
  const tenant = /([^.]+)\.ghe\.com$/.exec(hostname)?.[1];
  if (tenant !== undefined) return { hint: `Write https://api.${tenant}.ghe.com` };
  return pathname === "/api/v3" ? {} : { hint: `Write ${origin}/api/v3` };
}
