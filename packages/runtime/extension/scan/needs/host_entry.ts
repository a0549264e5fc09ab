import { permissionProblem } from "@svc/core/permission";
import type { Part, Value } from "../values/value.ts";

/**
 * The `net` entry for the host of a URL, `undefined` when it is computed, and `null` for what needs no
 * network: a `data:` URL, a file, a path, which no request can go to.
 */
export function urlEntry(value: Value): string | undefined | null {
  if (value.is !== "text") return undefined;
  const [head, ...rest] = value.parts;
  // A path without its host, which no request can go to.
  if (typeof head === "object" && head.hole === "nothing") return null;
  if (typeof head === "object") return placeholder(head);
  if (head === undefined || /^(?:data|blob|file|about):|^\//i.test(head)) return null;
  const match = /^(?:https?|wss?):\/\//i.exec(head);
  if (match === null) return undefined;
  return authorityEntry([head.slice(match[0].length), ...rest], match[0].toLowerCase());
}

/** The `net` entry of a host and a port that are given apart. */
export function addressEntry(host: Value, port?: string): string | undefined {
  if (host.is !== "text" || host.parts.length !== 1) return undefined;
  const [name] = host.parts as [Part];
  if (typeof name !== "string") return placeholder(name);
  return granted(port === undefined ? name.toLowerCase() : `${name.toLowerCase()}:${port}`);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  "http://": "80",
  "ws://": "80",
  "https://": "443",
  "wss://": "443",
};

/** The entry for what stands between `https://` and the path. */
function authorityEntry(parts: readonly Part[], scheme: string): string | undefined {
  const afterUser = withoutUser(authorityOf(parts));
  const [first] = afterUser;
  // What follows a whole host is its path or port, whoever wrote it.
  if (typeof first === "string" && (afterUser.length === 1 || isWhole(first))) {
    const [written, port] = splitPort(first);
    // As a program asks for it: lower case, other letters as punycode.
    const host = URL.parse(`https://${written}/`)?.hostname ?? written;
    const plain = port === undefined || port === "" || port === DEFAULT_PORTS[scheme];
    return granted(plain ? host : `${host}:${port}`);
  }
  if (first !== undefined && typeof first !== "string") {
    const next = afterUser[1];
    const alone = next === undefined || (typeof next === "string" && next.startsWith(":"));
    if (alone) return placeholder(first);
  }
  return wildcard(afterUser.at(-1));
}

/** `*.example.com` for a name whose first labels are computed. */
function wildcard(last: Part | undefined): string | undefined {
  if (typeof last !== "string") return undefined;
  const [host] = splitPort(last.toLowerCase());
  const suffix = /[^.]*((?:\.[a-z0-9-]+){2,})$/.exec(host)?.[1];
  return suffix === undefined ? undefined : granted(`*${suffix}`);
}

function authorityOf(parts: readonly Part[]): Part[] {
  const authority: Part[] = [];
  for (const part of parts) {
    const end = typeof part === "string" ? part.search(/[/?#\\]/) : -1;
    const kept = end === -1 ? part : (part as string).slice(0, end);
    if (kept !== "") authority.push(kept);
    if (end !== -1) break;
  }
  return authority;
}

/** True for what ends as hosts do, so that nothing computed can belong to the name. */
function isWhole(text: string): boolean {
  const [host, port] = splitPort(text);
  return port !== undefined ||
    /^localhost$|\.[a-z]{2,}$|^\d+\.\d+\.\d+\.\d+$|^\[.*\]$/i.test(host);
}

function withoutUser(authority: readonly Part[]): Part[] {
  const at = authority.findLastIndex((part) => typeof part === "string" && part.includes("@"));
  if (at === -1) return [...authority];
  const text = authority[at] as string;
  const rest = text.slice(text.lastIndexOf("@") + 1);
  return [...(rest === "" ? [] : [rest]), ...authority.slice(at + 1)];
}

function splitPort(host: string): [host: string, port: string | undefined] {
  const match = /^(\[[^\]]*\]|[^:]*):(\d*)$/.exec(host);
  return match === null ? [host, undefined] : [match[1]!, match[2]];
}

/** `${globalArgs.url}` for a hole that a person fills in. */
function placeholder(part: Part): string | undefined {
  if (typeof part === "string" || part.name === undefined) return undefined;
  return granted(`\${${part.hole}.${part.name}}`);
}

function granted(entry: string): string | undefined {
  return permissionProblem("net", entry) === undefined ? entry : undefined;
}
