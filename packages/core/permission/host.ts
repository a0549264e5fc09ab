const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`);

/** A `net` entry taken apart. */
interface NetEntry {
  /** A name or an address; empty when it is every host. */
  host: string;
  /** True when the entry is for the names below `host`, too. */
  below: boolean;
  /** Undefined for every port. */
  port: string | undefined;
}

/**
 * Grants no host, but lets the hosts of the other entries be in the private network. No host has such a
 * name, so no entry of before can have meant it.
 */
export const PRIVATE_NETWORK = "private_network";

/** Every host and every port. */
const EVERY: NetEntry = { host: "", below: true, port: undefined };

/** Takes a `net` entry apart; undefined for what has not the form of one. */
export function netEntry(entry: string): NetEntry | undefined {
  if (entry === "*") return EVERY;
  const match = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry);
  return match === null
    ? undefined
    : { host: match[2]!, below: match[1] !== undefined, port: match[3] };
}

const EXPECTED =
  "must be a host, host:port, *.example.com, * for any public host, private_network, " +
  "${globalArgs.NAME}, ${config.NAME} or ${env.NAME}";

/**
 * Why `entry` is not a host or host:port, in words, or undefined when it is one. Only the form in which a
 * program would ask for it is taken, so that what a person reads is what is granted: no other way to
 * write an address, no capitals, and a name in other letters as its punycode.
 */
export function hostProblem(entry: string): string | undefined {
  if (entry === "*" || entry === PRIVATE_NETWORK) return undefined;
  const parts = netEntry(entry);
  if (parts === undefined) return EXPECTED;
  const { host, below, port } = parts;
  if (port !== undefined && (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65535)) {
    return "must have a port from 1 to 65535, without zeros in front";
  }
  // What no host has would make the URL parser see a path, a user or nothing at all.
  const plain = canonicalHost(host);
  if (plain === undefined) return EXPECTED;
  if (plain !== host) return `must be written in its plain form, ${plain}`;
  if (host.startsWith("[") || NAME.test(host) && host.length <= 253) {
    return below ? wildcardProblem(host) : undefined;
  }
  return EXPECTED;
}

/** `*.` covers a name that has a dot itself, and those below it. */
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

/** An address of ssh: `ssh://git@host:22/path`, or as git shortens it, `git@host:path`. */
const SSH =
  /^(?:ssh:\/\/(?:\w[\w.-]*@)?([^@:/?#\\]+)(?::\d+)?\/|\w[\w.-]*@([^@:/?#\\]+):(?!\d+$))[^/]/i;

/**
 * `host:port` of a URL, or of a bare host; undefined for anything else. A user and a password in front of
 * it, as databases have them, are passed over. Of an address of ssh it is the host alone: what asks
 * there over http knows another port.
 */
export function hostOf(text: string): string | undefined {
  // The URL parser drops line ends and tabs, and takes a word before a colon for a host.
  if (/[\s\p{C}]/u.test(text)) return undefined;
  const ssh = SSH.exec(text);
  if (ssh !== null) return hostOf(`${ssh[1] ?? ssh[2]}`);
  if (!text.includes("://") && !/^(?:\[[^\]]*\]|[^:/?#@\\]+)(?::\d+)?$/.test(text)) {
    return undefined;
  }
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url === null) return undefined;
  // A wildcard here would come from an argument, not from the manifest that was reviewed.
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname)) return undefined;
  const port = url.port || (text.includes("://") ? DEFAULT_PORTS[url.protocol] : undefined);
  return port === undefined ? url.hostname : `${url.hostname}:${port}`;
}

/**
 * The URL of a database with several hosts: what is before them, they, and what follows. Of the schemes
 * of the web a URL has one, and a comma in it is somebody's trick.
 */
const SEVERAL =
  /^((?!(?:https?|wss?|ftp|file):)[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)([^]*)$/i;

/**
 * Every host of a value, as {@linkcode hostOf} has one: `mongodb://a:27017,b:27018/shop` has two. Empty
 * where one of them is none.
 */
export function hostsOf(text: string): string[] {
  const [, before, hosts, after] = SEVERAL.exec(text) ?? [];
  const urls = hosts?.split(",").map((one) => `${before}${one}${after}`) ?? [text];
  const all = urls.map(hostOf);
  return all.every((one) => one !== undefined) ? all : [];
}
