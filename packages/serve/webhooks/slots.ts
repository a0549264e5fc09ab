import { SvcError } from "@svc/core/error";
import { networkOf } from "@svc/http/rate";

/** Bodies that are read or worked on at once, of all senders and of one network: what they hold in memory. */
const SLOTS = { all: 64, network: 8 } as const;

/** Counts deliveries that are being worked on. */
export interface Slots {
  /** Disposing frees it. @throws SvcError `unavailable` with the seconds to wait */
  take(address: string): Disposable;
}

/** All are free. */
export function deliverySlots(): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(address) {
      const network = networkOf(address);
      const own = taken.get(network) ?? 0;
      if (all >= SLOTS.all || own >= SLOTS.network) throw busy(5, "Too many deliveries at once");
      taken.set(network, own + 1);
      all++;
      return {
        [Symbol.dispose]() {
          all--;
          const left = taken.get(network)! - 1;
          if (left === 0) taken.delete(network);
          else taken.set(network, left);
        },
      };
    },
  };
}

/** The refusal of a delivery that may come again: senders do so by themselves. */
export function busy(seconds: number, message: string): SvcError {
  return new SvcError("unavailable", message, {
    hint: `Send it again in ${seconds} s.`,
    details: [{ path: "retry-after", message: String(seconds) }],
  });
}
