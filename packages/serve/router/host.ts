import { SvcError } from "@svc/core/error";
import { isIP } from "node:net";

/** Names of this machine, as URLs write them. */
const THIS_MACHINE: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What a server may be called, by where it listens and what its operator says. */
export interface Place {
  /** Whether only this machine reaches it. */
  loopback: boolean;
  /** What the operator named; undefined for where it listens. */
  publicUrl: string | undefined;
}

/**
 * Whether a request names this server as a caller of it would. A page of another site can make its own
 * name lead to this machine ("DNS rebinding"); the browser then sends that name. Addresses are no names,
 * and load balancers ask by them.
 */
export function isOurHost(hostname: string, { loopback, publicUrl }: Place): boolean {
  if (THIS_MACHINE.has(hostname)) return true;
  if (publicUrl === undefined) return !loopback;
  if (hostname === new URL(publicUrl).hostname) return true;
  return !loopback && isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/**
 * The origins of pages that may send requests which change something.
 *
 * @param url where the server listens
 */
export function ownOrigins(url: string, { loopback, publicUrl }: Place): ReadonlySet<string> {
  const origins = new Set([new URL(publicUrl ?? url).origin]);
  if (!loopback) return origins;
  for (const name of THIS_MACHINE) {
    const twin = new URL(url);
    twin.hostname = name;
    origins.add(twin.origin);
  }
  return origins;
}

/** The refusal of a request for another host. */
export function otherHost(hostname: string): SvcError {
  return new SvcError(
    "forbidden",
    `This server does not answer for the host ${hostname.slice(0, 253)}`,
    {
      hint: "Use the address that 'svc serve' printed; --public-url sets another name.",
    },
  );
}
