/**
 * What crawlers leave alone (RFC 9309): answers to questions, of which there is no end, what is not
 * made for readers, and what is one person's. A page that must not be listed says so itself.
 */
const CLOSED = [
  "/api/",
  "/search",
  "/extensions/*/*/*/raw/",
  "/extensions/*/*/*/diff/",
  "/extensions/*/*/settings",
  "/collectives/*/settings",
  "/account",
  "/notifications",
  "/device",
  "/login",
  "/cli/",
  "/oauth/",
];

/** GET /robots.txt */
export function robotsTxt(): Response {
  const lines = ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`), ""];
  return new Response(lines.join("\n"), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=86400",
    },
  });
}
