import { lineAt } from "@svc/core/source";
import type { Finding } from "@svc/core/wire";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const ADDRESS = new RegExp(`(?<![\\d.])(?:${OCTET}\\.){3}${OCTET}(?!\\d|\\.\\d)`, "g");
const DOCUMENTATION = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|127\.|169\.254\.|0\.0\.0\.0$)/;
const SHOWN = 3;

/** IPv4 addresses in a text that are not set aside for documentation: they may be somebody's. */
export function addressWarnings(path: string, text: string): Finding[] {
  const first = new Map<string, number>();
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!DOCUMENTATION.test(address) && !first.has(address)) first.set(address, index);
  }
  return [...first].slice(0, SHOWN).map(([address, index]) => ({
    place: `${path}:${lineAt(text, index)}`,
    message: `the address ${address} may be real; use 192.0.2.0/24 in documentation`,
  }));
}
