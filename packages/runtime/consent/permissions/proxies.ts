import { addressOf, hostOf, isLocalhost } from "@svc/core/permission";
import { after } from "@svc/core/timer";

/** Ports of a proxy that names none, by how it is asked. */
const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** How long a proxy's name may take to be looked up; the run does without then, and says what it lacks. */
const PATIENCE_MS = 1000;

/**
 * `address:port` of each proxy that an environment names. Deno sends a method's requests through it
 * without asking, and a company's proxy is in its private network. A name is looked up, once.
 */
export async function proxyAddresses(
  environment: Readonly<Record<string, string>>,
  lookup = systemLookup,
): Promise<string[]> {
  const values = Object.entries(environment)
    .filter(([name, value]) => /^(?:https?|all)_proxy$/i.test(name) && value !== "")
    .map(([, value]) => value.includes("://") ? value : `http://${value}`);
  const found = await Promise.all([...new Set(values)].map((one) => addressesOf(one, lookup)));
  return found.flat();
}

async function addressesOf(text: string, lookup: typeof systemLookup): Promise<string[]> {
  const url = URL.parse(text.replace(/^socks5h?:/i, "http:"));
  if (url === null) return [];
  const port = url.port || (/^socks/i.test(text) ? "1080" : PORTS[url.protocol]);
  // As a URL of its own: the one of a proxy may have a name and a password.
  const host = hostOf(url.hostname);
  if (host === undefined || port === undefined) return [];
  if (addressOf(host) !== undefined || isLocalhost(host)) return [`${host}:${port}`];
  const late = Promise.withResolvers<string[]>();
  using _limit = after(PATIENCE_MS, () => late.resolve([]));
  // The request that goes to a name which is not found says so.
  const found = await Promise.race([lookup(host).catch(() => []), late.promise]);
  // In one order, so that the flags of a run are those of the last one.
  return found.map((address) => `${address.includes(":") ? `[${address}]` : address}:${port}`)
    .sort();
}

/** The addresses of a name, as programs of this system see them. */
async function systemLookup(host: string): Promise<string[]> {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
