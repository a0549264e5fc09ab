/** How TLS may be asked for: libpq's names and meanings, without those that fall back to none. */
const MODES = ["disable", "require", "verify-ca", "verify-full"] as const;

/** Parameters of a URL that are understood; others would be ignored, or change a session. */
const PARAMETERS: ReadonlySet<string> = new Set([
  "host",
  "port",
  "user",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
]);

/**
 * True for a URL of Postgres with a host, or the folder of a socket as `?host=`, and a database. No
 * file is read.
 */
export function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash || /[\s\0]/.test(text)) {
    return false;
  }
  const { searchParams } = url;
  const mode = searchParams.get("sslmode");
  const port = searchParams.get("port");
  return /^\/[^/]+$/.test(url.pathname) &&
    (url.hostname !== "" || searchParams.has("host")) &&
    [...searchParams.keys()].every((key) => PARAMETERS.has(key)) &&
    (port === null || /^\d{1,5}$/.test(port) && Number(port) < 65_536) &&
    ![url.hostname, searchParams.get("host")].some((host) => host?.includes(",")) &&
    (mode === null || MODES.some((known) => known === mode)) &&
    (mode !== "verify-ca" || searchParams.has("sslrootcert"));
}

/**
 * A URL as the client library understands it. Without `sslmode` the server's certificate is
 * verified, except on this machine, where nothing leaves it.
 */
export function connectionString(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has("sslmode")) {
    const host = url.searchParams.get("host") ?? url.hostname;
    url.searchParams.set("sslmode", isOwnMachine(host) ? "disable" : "verify-full");
  }
  // Without it the library takes each mode for verify-full, and warns.
  url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

function isOwnMachine(host: string): boolean {
  return host.startsWith("/") || /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)$/.test(host);
}
