import { isSvcError, type SvcError } from "@svc/core/error";
import type { NotGenuine } from "./verify.ts";

/** Refusals of a webhook that are kept: as many of genuine deliveries as of others. */
export const KEPT_REFUSALS = 50;

/** Webhooks whose refusals are kept: as many as a repository has at most. */
const MOST_WEBHOOKS = 1000;

/** A delivery that was refused. Nothing of its body, headers or sender is kept. */
export interface RefusedDelivery {
  at: Date;
  /** In words, for the operator. */
  why: string;
}

/**
 * The last refusals of each webhook, by its id. They are in memory: what anybody may send must not write to
 * the disk, and an unknown name must take as long as a known one.
 */
export interface Refusals {
  note(webhook: string, why: NotGenuine | SvcError, at: Date): void;
  /** The newest first. */
  of(webhook: string): RefusedDelivery[];
}

const WHY: Readonly<Record<NotGenuine, string>> = {
  unknown_webhook: "The webhook was removed or has another secret",
  not_signed: "It has no signature",
  wrong_signature: "The signature does not fit the secret",
  wrong_time: "Its time is too far from this server's clock",
};

/** None are known yet. */
export function refusals(): Refusals {
  const known = new Map<string, Record<"genuine" | "others", RefusedDelivery[]>>();
  return {
    note(webhook, why, at) {
      const kept = known.get(webhook) ?? { genuine: [], others: [] };
      // Of too many, those of removed webhooks among them, the one goes that was refused first.
      if (!known.has(webhook) && known.size >= MOST_WEBHOOKS) {
        known.delete(known.keys().next().value!);
      }
      known.set(webhook, kept);
      const isGenuine = typeof why !== "string";
      const list = isGenuine ? kept.genuine : kept.others;
      list.unshift({ at, why: isGenuine ? wordsOf(why) : WHY[why] });
      list.splice(KEPT_REFUSALS);
    },
    of(webhook) {
      const { genuine, others } = known.get(webhook) ?? { genuine: [], others: [] };
      return [...genuine, ...others].sort((a, b) => b.at.getTime() - a.at.getTime());
    },
  };
}

/** Code and fields: messages may hold parts of the body. */
function wordsOf(error: SvcError): string {
  const { code, details = [] } = isSvcError(error.cause) ? error.cause : error;
  const fields = [...new Set(details.map(({ path }) => path.split(/[.[]/)[0]!))]
    .filter((field) => field !== "retry-after");
  return fields.length === 0 ? code : `${code}: ${fields.join(", ")}`;
}
