/**
 * An address that a server sent, for the client to fetch or for a person to open; undefined for
 * anything but the web. A server may name another host, but no file of this machine, and from an
 * encrypted address none that is not.
 *
 * @param base what a relative address is relative to: the address of the server
 */
export function webAddress(said: unknown, base: string): URL | undefined {
  const url = typeof said === "string" ? URL.parse(said, base) : null;
  if (url?.protocol === "https:") return url;
  return url?.protocol === "http:" && new URL(base).protocol === "http:" ? url : undefined;
}
