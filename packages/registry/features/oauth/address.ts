/**
 * The one way to write the server that an address leads to: scheme, host and port as a browser reads
 * them, in lower case, without the scheme's own port, a dot after the host, or a path. Undefined for
 * what leads to no server.
 */
export function canonicalAddress(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  return url.origin.replace(/\.(?=:\d+$|$)/, "");
}

/** Whether an address leads to the machine of whoever opens it: each has their own. */
export function isOwnMachine(address: string): boolean {
  const { hostname = "" } = URL.parse(address) ?? {};
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
