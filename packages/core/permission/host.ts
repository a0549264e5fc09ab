const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`);
const PLACEHOLDER = /^\$\{(globalArgs|env)\.([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A `net` entry that stands for the host of a URL given elsewhere. */
export interface NetPlaceholder {
  source: "globalArgs" | "env";
  name: string;
}

/** The placeholder a `net` entry is, or undefined when it names a host. */
export function netPlaceholder(entry: string): NetPlaceholder | undefined {
  const match = PLACEHOLDER.exec(entry);
  return match ? { source: match[1] as NetPlaceholder["source"], name: match[2]! } : undefined;
}

/**
 * Why `entry` is no host or host:port, in words, or undefined when it is one. Only the form in which a
 * program would ask for it is taken, so that what a person reads is what is granted: no other way to
 * write an address, no capitals, and a name in other letters as its punycode.
 */
export function hostProblem(entry: string): string | undefined {
  const match = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry);
  if (match === null) return "must be a host, host:port, ${globalArgs.NAME} or ${env.NAME}";
  const [, wildcard, host, port] = match;
  if (port !== undefined && (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65535)) {
    return "must have a port from 1 to 65535, without zeros in front";
  }
  // What no host has would make the URL parser see a path, a user or nothing at all.
  const plain = canonicalHost(host!);
  if (plain === undefined) return "must be a host, host:port, ${globalArgs.NAME} or ${env.NAME}";
  if (plain !== host) return `must be written in its plain form, ${plain}`;
  if (host.startsWith("[") || NAME.test(host) && host.length <= 253) {
    return wildcard === undefined ? undefined : wildcardProblem(host);
  }
  return "must be a host, host:port, ${globalArgs.NAME} or ${env.NAME}";
}

/** `*.` covers the names below one that has a dot itself. */
function wildcardProblem(host: string): string | undefined {
  return /^\[|^[\d.]+$/.test(host) || !host.includes(".")
    ? "must have a name of two parts after '*.', such as *.example.com"
    : undefined;
}

/** The host as the URL parser would give it, undefined for what is none. */
function canonicalHost(host: string): string | undefined {
  if (host === "" || /[\s/\\?#@%<>^|*,]/.test(host)) return undefined;
  return URL.parse(`http://${host}/`)?.hostname;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** `host:port` of a URL, or of a bare host; undefined for anything else. */
export function hostOf(text: string): string | undefined {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url === null || url.username !== "" || url.password !== "") return undefined;
  // A wildcard here would come from an argument, not from the manifest that was reviewed.
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname)) return undefined;
  const port = url.port || (text.includes("://") ? DEFAULT_PORTS[url.protocol] : undefined);
  return port === undefined ? url.hostname : `${url.hostname}:${port}`;
}
