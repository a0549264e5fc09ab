import type { Principal } from "../credential/principal.ts";
import { buckets, type Rate } from "../../platform/rate/bucket.ts";
import { networkOf } from "../../platform/rate/network.ts";

/**
 * The rates of the HTTP interface: generous for people and machines that work, narrow for guessing.
 * Sign-in is slowed by account at an address, by account everywhere and by address.
 */
export const RATES = {
  address: { burst: 3000, perMinute: 6000 },
  principal: { burst: 1200, perMinute: 2400 },
  signInAccountAtAddress: { burst: 8, perMinute: 1 },
  signInAccount: { burst: 60, perMinute: 4 },
  signInAddress: { burst: 60, perMinute: 10 },
  signUpAddress: { burst: 20, perMinute: 2 },
  deviceAddress: { burst: 60, perMinute: 60 },
  userCode: { burst: 20, perMinute: 4 },
} as const satisfies Record<string, Rate>;

/**
 * The limits a request passes; each throws `rate_limited` with the time to wait. IPv6 addresses of
 * one network count as one.
 */
export interface Limits {
  /** Every request of an address, whatever its credential. */
  address(address: string): void;
  /** Every request of a known caller. */
  principal(principal: Principal): void;
  /** An attempt to sign in; the returned function takes it back when the password was right. */
  signIn(account: string, address: string): () => void;
  signUp(address: string): void;
  /** A request or a poll of the device grant. */
  device(address: string): void;
  /** A person's look-up of a user code: short codes must not be guessed. */
  userCode(userId: string): void;
}

/** Limits counted in this process; `enabled: false` lets everything pass. */
export function createLimits(options: { enabled: boolean; now: () => Date }): Limits {
  const now = () => options.now().getTime();
  const of = (rate: Rate) => {
    const counted = buckets(rate, now);
    return options.enabled ? counted : { take() {}, giveBack() {} };
  };
  const address = of(RATES.address);
  const principal = of(RATES.principal);
  const accountAtAddress = of(RATES.signInAccountAtAddress);
  const account = of(RATES.signInAccount);
  const signInAddress = of(RATES.signInAddress);
  const signUp = of(RATES.signUpAddress);
  const device = of(RATES.deviceAddress);
  const userCode = of(RATES.userCode);
  return {
    address: (from) => address.take(networkOf(from)),
    principal(caller) {
      if (caller.kind !== "anonymous") principal.take(principalKey(caller));
    },
    signIn(name, address) {
      const from = networkOf(address);
      const key = name.trim().toLowerCase();
      signInAddress.take(from);
      accountAtAddress.take(`${key} ${from}`);
      account.take(key);
      return () => {
        signInAddress.giveBack(from);
        accountAtAddress.giveBack(`${key} ${from}`);
        account.giveBack(key);
      };
    },
    signUp: (from) => signUp.take(networkOf(from)),
    device: (from) => device.take(networkOf(from)),
    userCode: (key) => userCode.take(key),
  };
}

function principalKey(principal: Exclude<Principal, { kind: "anonymous" }>): string {
  return principal.kind === "collectiveToken" ? principal.tokenId : principal.user.id;
}
