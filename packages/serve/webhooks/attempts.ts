import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import { buckets, networkOf, refusalOf } from "@svc/http/rate";
import type { NotGenuine } from "./verify.ts";

/** Deliveries that are not genuine, of one network; genuine ones, of one webhook. */
export const RATES = {
  refused: { burst: 30, perMinute: 30 },
  taken: { burst: 300, perMinute: 300 },
} as const;

/** Lines about what is not even refused any more: one a minute for each network. */
const LINES = { burst: 1, perMinute: 1 };

/**
 * Counts deliveries. Genuine ones are not held up by others from the same address, as all customers of a
 * code host send from the same ones; the limit on the others keeps them from filling the log.
 */
export interface DeliveryAttempts {
  /**
   * @param reason for the log only, as the answer does not tell one from the other
   * @param webhook the name to log, of one that there is
   * @returns what to answer to one that is not genuine, the same whether there is such a webhook or not
   */
  refused(address: string, reason: NotGenuine, webhook?: string): SvcError;
  /** Counts a genuine one. @throws SvcError `rate_limited` with the seconds to wait */
  taken(webhook: string): void;
}

/** Counts in memory, from nothing. */
export function deliveryAttempts({ log, now }: { log: Log; now(): Date }): DeliveryAttempts {
  const ms = () => now().getTime();
  const networks = buckets(RATES.refused, ms);
  const hooks = buckets(RATES.taken, ms);
  const lines = buckets(LINES, ms);
  return {
    refused(address, reason, webhook) {
      const network = networkOf(address);
      const limited = refusalOf(() => networks.take(network));
      if (limited === undefined) log.warn("webhook.refused", { address, webhook, reason });
      else if (refusalOf(() => lines.take(network)) === undefined) {
        log.warn("webhook.limited", { address });
      }
      return limited ?? notGenuine();
    },
    taken: (webhook) => hooks.take(webhook),
  };
}

function notGenuine(): SvcError {
  return new SvcError(
    "not_authenticated",
    "There is no such webhook, or the signature is not valid",
    { hint: "Check address, secret and clock of the sender." },
  );
}
