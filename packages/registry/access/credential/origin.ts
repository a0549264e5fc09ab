/**
 * The origins from which a browser may act with this server's cookie: the server's own, and for a
 * loopback address the other spelling of it.
 */
export function trustedOrigins(baseUrl: string): string[] {
  const url = new URL(baseUrl);
  const origins = [url.origin];
  const twin = { "localhost": "127.0.0.1", "127.0.0.1": "localhost" }[url.hostname];
  if (twin !== undefined) {
    url.hostname = twin;
    origins.push(url.origin);
  }
  return origins;
}
