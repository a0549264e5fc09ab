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
  "target_session_attrs",
]);

/** What stands before the hosts, the hosts, and what stands behind them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * The addresses of the servers that a URL names, as `host1:5432,host2` does: a primary and its
 * standbys, each as a URL with one host.
 */
export function addressesOf(text: string): string[] {
  const [, before, hosts, behind] = PARTS.exec(text) ?? [];
  return hosts?.split(",").map((host) => `${before}${host}${behind}`) ?? [text];
}

/**
 * True for a URL of Postgres with a host or several, or the folder of a socket as `?host=`, and a
 * database. No file is read.
 */
export function isPostgresUrl(text: string): boolean {
  const addresses = addressesOf(text);
  return addresses.every(isAddress) &&
    (addresses.length === 1 || addresses.every(namesItsHost));
}

/** False where a parameter says which host and port are meant, or nothing does. */
function namesItsHost(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  return hostname !== "" && !searchParams.has("host") && !searchParams.has("port");
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash || /[\s\0]/.test(text)) {
    return false;
  }
  const { searchParams } = url;
  const mode = searchParams.get("sslmode");
  const port = searchParams.get("port");
  const wanted = searchParams.get("target_session_attrs");
  return /^\/[^/]+$/.test(url.pathname) &&
    (url.hostname !== "" || searchParams.has("host")) &&
    [...searchParams.keys()].every((key) => PARAMETERS.has(key)) &&
    (port === null || /^\d{1,5}$/.test(port) && Number(port) < 65_536) &&
    !searchParams.get("host")?.includes(",") &&
    (wanted === null || wanted === "read-write" || wanted === "primary") &&
    (mode === null || MODES.some((known) => known === mode)) &&
    (mode !== "verify-ca" || searchParams.has("sslrootcert"));
}

/**
 * A URL with one host as the client library understands it. Without `sslmode` the server's certificate is
 * verified, except on this machine, where nothing leaves it.
 */
export function connectionString(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has("sslmode")) {
    const host = url.searchParams.get("host") ?? url.hostname;
    url.searchParams.set("sslmode", isOwnMachine(host) ? "disable" : "verify-full");
  }
  // It is always so.
  url.searchParams.delete("target_session_attrs");
  // Without it the library takes each mode for verify-full, and warns.
  url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

function isOwnMachine(host: string): boolean {
  return host.startsWith("/") || /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)$/.test(host);
}
