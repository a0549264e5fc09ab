import type { Principal } from "../credential/principal.ts";
import { networkOf, type Rate } from "@svc/http/rate";
import type { Counting } from "./counts.ts";

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
  resetAddress: { burst: 10, perMinute: 1 },
  deviceAddress: { burst: 60, perMinute: 60 },
  exportData: { burst: 5, perMinute: 1 },
  userCode: { burst: 20, perMinute: 4 },
} as const satisfies Record<string, Rate>;

/** Rates that guard no secret: a process may take some of them in advance. */
export const AHEAD: ReadonlySet<string> = new Set<keyof typeof RATES>(["address", "principal"]);

/**
 * The limits a request passes; each throws `rate_limited` with the time to wait, or rejects with it.
 * IPv6 addresses of one network count as one.
 */
export interface Limits {
  /** Every request of an address, whatever its credential. */
  address(address: string): void | Promise<void>;
  /** Every request of a known caller. */
  principal(principal: Principal): void | Promise<void>;
  /**
   * True when a request of that address and caller may pass and that could be told at once; else
   * the other two have to be asked.
   */
  passes(address: string, principal: Principal): boolean;
  /** An attempt to sign in; the function takes it back when the password was right. */
  signIn(account: string, address: string): Promise<() => Promise<void>>;
  signUp(address: string): void | Promise<void>;
  /** A request for a mail to reset a password, or a try to use its link. */
  reset(address: string): void | Promise<void>;
  /** A request or a poll of the device grant. */
  device(address: string): void | Promise<void>;
  /** A person's export of their data, which reads a lot. */
  exportData(userId: string): void | Promise<void>;
  /** A person's look-up of a user code: short codes must not be guessed. */
  userCode(userId: string): void | Promise<void>;
}

/** The limits of {@link RATES}, counted by `counting`. */
export function createLimits(counting: Counting): Limits {
  const of = (name: keyof typeof RATES) => counting(name, RATES[name]);
  const address = of("address");
  const principal = of("principal");
  const accountAtAddress = of("signInAccountAtAddress");
  const account = of("signInAccount");
  const signInAddress = of("signInAddress");
  const signUp = of("signUpAddress");
  const reset = of("resetAddress");
  const device = of("deviceAddress");
  const exportData = of("exportData");
  const userCode = of("userCode");
  return {
    address: (from) => address.take(networkOf(from)),
    principal(caller) {
      if (caller.kind !== "anonymous") return principal.take(principalKey(caller));
    },
    passes: (from, caller) =>
      address.takeNow(networkOf(from)) &&
      (caller.kind === "anonymous" || principal.takeNow(principalKey(caller))),
    async signIn(name, address) {
      const from = networkOf(address);
      const key = name.trim().toLowerCase();
      await signInAddress.take(from);
      await accountAtAddress.take(`${key} ${from}`);
      await account.take(key);
      return async () => {
        await signInAddress.giveBack(from);
        await accountAtAddress.giveBack(`${key} ${from}`);
        await account.giveBack(key);
      };
    },
    signUp: (from) => signUp.take(networkOf(from)),
    reset: (from) => reset.take(networkOf(from)),
    device: (from) => device.take(networkOf(from)),
    exportData: (userId) => exportData.take(userId),
    userCode: (key) => userCode.take(key),
  };
}

function principalKey(principal: Exclude<Principal, { kind: "anonymous" }>): string {
  return principal.kind === "collectiveToken" ? principal.tokenId : principal.user.id;
}
