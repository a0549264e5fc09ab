import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import { buckets, networkOf, refusalOf } from "@svc/http/rate";
import type { Refused } from "./verify.ts";

/** Refused attempts that an address may make, and that may be made with one name. */
export const ATTEMPTS = {
  network: { burst: 50, perMinute: 50 },
  name: { burst: 5, perMinute: 5 },
} as const;

/** Lines about attempts that were not even refused any more: one a minute for each network. */
const LINES = { burst: 1, perMinute: 1 };

/** Characters of an unknown name that the log shows: it may be a secret in the wrong place. */
const SHOWN = 4;

/**
 * Counts tokens that were refused, by address and by name.
 *
 * Good tokens neither count nor are held up: whoever fills the bucket of a name or shares an address
 * with somebody locks nobody out. Nothing is lost by that, as 2^256 secrets cannot be tried at any
 * rate; the limits keep a broken or hostile client from filling the log.
 */
export interface Attempts {
  /**
   * Counts one.
   *
   * @param name what stands before the dot, when there is one
   * @returns what to answer: `not_authenticated`, or `rate_limited` with the seconds to wait. They are
   *   the same whether the name exists or not.
   */
  refused(name: string | undefined, why: Refused, address: string): SvcError;
}

/** Counts in memory, from nothing. */
export function attempts({ log, now }: { log: Log; now: () => Date }): Attempts {
  const ms = () => now().getTime();
  const [networks, names, lines] = [ATTEMPTS.network, ATTEMPTS.name, LINES]
    .map((rate) => buckets(rate, ms)) as [Bucket, Bucket, Bucket];
  return {
    refused(name, why, address) {
      const network = networkOf(address);
      const limited = refusalOf(() => {
        networks.take(network);
        if (name !== undefined) names.take(name);
      });
      if (limited === undefined) {
        log.warn("credential.refused", { why, name: shownName(name, why), address });
        return badToken();
      }
      if (refusalOf(() => lines.take(network)) === undefined) {
        log.warn("credential.limited", { name: shownName(name, why), address });
      }
      return limited;
    },
  };
}

type Bucket = ReturnType<typeof buckets>;

/** Names of tokens are no secrets; what only looks like one may be. */
function shownName(name: string | undefined, why: Refused): string | undefined {
  return name !== undefined && why === "unknown" ? `${name.slice(0, SHOWN)}…` : name;
}

function badToken(): SvcError {
  return new SvcError("not_authenticated", "This token is unknown or was revoked", {
    hint:
      "Ask the operator for another one; 'svc auth server-login --server <url> --token -' keeps it " +
      "for the client.",
  });
}
