import { reasonHint, UNTRUSTED } from "@svc/core/error";
import { hostOf } from "@svc/core/permission";
import { unreachedProxy } from "@svc/core/proxy";
import { visibleName } from "@svc/core/text";
import { childEnvironment } from "../base/process/environment.ts";

/** Failures that no permission would have prevented, by how the platform words them. */
const CAUSES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/connection refused|ECONNREFUSED|proxy server unreachable/i, "the connection was refused"],
  [/dns error|failed to lookup address|ENOTFOUND|EAI_AGAIN/i, "the name was not found (DNS)"],
  [
    /invalid peer certificate|UnknownIssuer|self[- ]signed certificate|verify the first certificate|unable to get (?:local )?issuer certificate|CERT_[A-Z_]+/,
    UNTRUSTED,
  ],
  [
    /network is unreachable|no route to host|ENETUNREACH|EHOSTUNREACH/i,
    "the network is unreachable",
  ],
  [/Failed to spawn '[^']*': entity not found|spawn \S+ ENOENT/, "the program was not found"],
];

/** Why something failed that no permission would have prevented, in plain words; undefined for all else. */
export function causeIn(message: string): string | undefined {
  return CAUSES.find(([pattern]) => pattern.test(message))?.[1];
}

/** The proxy that a process of ours did not reach, as {@linkcode unreachedProxy} has it. */
export function proxyIn(message: string): string | undefined {
  return unreachedProxy(message, (name) => childEnvironment()[name]);
}

/** What to do about what {@linkcode causeIn} finds, where it alone tells that. */
export function causeHint(message: string): string | undefined {
  return reasonHint(proxyIn(message) ?? causeIn(message) ?? "");
}

/** `api.example.com: the connection was refused`, of what a request that failed said. */
export function unreachableLine(message: string): string | undefined {
  const cause = causeIn(message);
  const host = hostOf(/error sending request for url \(([^\s)]+)\)/.exec(message)?.[1] ?? "");
  if (cause === undefined || host === undefined) return undefined;
  const proxy = proxyIn(message);
  return [visibleName(host), ...proxy === undefined ? [] : [proxy], cause].join(": ");
}
