import type { Principal } from "../credential/principal.ts";
import { networkOf, type Rate } from "@svc/http/rate";
import { isSvcError } from "@svc/core/error";
import type { Counting, Counts } from "./counts.ts";

/**
 * The rates of the HTTP interface: generous for people and machines that work, narrow for guessing.
 *
 * Each counts whoever asks, so that nobody uses up what is another's. Sign-in is slowed by account at
 * an address, by account everywhere and by address; as anybody can use that up from many addresses,
 * a device that has signed in to the account before has a count of its own instead.
 */
export const RATES = {
  address: { burst: 3000, perMinute: 6000 },
  principal: { burst: 1200, perMinute: 2400 },
  signInAccountAtAddress: { burst: 8, perMinute: 1 },
  signInAccount: { burst: 60, perMinute: 4 },
  signInAddress: { burst: 60, perMinute: 10 },
  signInKnown: { burst: 8, perMinute: 1 },
  signUpAddress: { burst: 20, perMinute: 2 },
  resetAddress: { burst: 10, perMinute: 1 },
  mail: { burst: 3, perMinute: 3 / 60 },
  deviceAddress: { burst: 60, perMinute: 60 },
  exportData: { burst: 5, perMinute: 1 },
  userCode: { burst: 20, perMinute: 4 },
  report: { burst: 10, perMinute: 10 / 60 },
  claim: { burst: 5, perMinute: 5 / 60 },
  exchangeAddress: { burst: 30, perMinute: 30 },
  exchangePlace: { burst: 60, perMinute: 1 },
} as const satisfies Record<string, Rate>;

/** Rates that guard no secret: a process may take some of them in advance. */
export const AHEAD: ReadonlySet<string> = new Set<keyof typeof RATES>(["address", "principal"]);

/**
 * The limits a request passes; each throws `rate_limited` with the time to wait, or rejects with it.
 * IPv6 addresses of one network count as one.
 */
export interface Limits {
  /** A request of an address by nobody who is known. */
  address(address: string): void | Promise<void>;
  /** A request: of a known caller by who they are, wherever they ask from; else of the address. */
  caller(principal: Principal, address: string): void | Promise<void>;
  /** True when {@link Limits.caller} lets it pass and that could be told at once. */
  passes(principal: Principal, address: string): boolean;
  /** The seconds to wait, when {@link Limits.caller} refuses it and that can be told at once. */
  wait(principal: Principal, address: string): number | undefined;
  /**
   * An attempt to sign in; the function takes it back when the password was right.
   *
   * @param known what the account knows already: a device of its own, a session
   */
  signIn(account: string, address: string, known?: string): Promise<() => Promise<void>>;
  signUp(address: string): void | Promise<void>;
  /** A request for a mail to reset a password, or a try to use its link. */
  reset(address: string): void | Promise<void>;
  /** A request or a poll of the device grant. */
  device(address: string): void | Promise<void>;
  /** False when who asks has had their mails of the hour to that address. */
  mail(asker: string, kind: string, to: string): Promise<boolean>;
  /** A person's export of their data, which reads a lot. */
  exportData(userId: string): void | Promise<void>;
  /** A person's look-up of a user code: short codes must not be guessed. */
  userCode(userId: string): void | Promise<void>;
  /** A person's report to the operators, who are told of it. */
  report(userId: string): void | Promise<void>;
  /** A person's claim to a name, of which the operators are told. */
  claim(userId: string): void | Promise<void>;
  /** An exchange of an identity token: before anything is known of it, and once it is known to be good. */
  exchange: {
    /** Runners of many people share addresses. */
    address(address: string): void | Promise<void>;
    /** @param place issuer and repository */
    place(place: string): void | Promise<void>;
  };
}

/** The limits of {@link RATES}, counted by `counting`. */
export function createLimits(counting: Counting): Limits {
  const of = (name: keyof typeof RATES) => counting(name, RATES[name]);
  const address = of("address");
  const principal = of("principal");
  const accountAtAddress = of("signInAccountAtAddress");
  const account = of("signInAccount");
  const signInAddress = of("signInAddress");
  const signInKnown = of("signInKnown");
  const signUp = of("signUpAddress");
  const reset = of("resetAddress");
  const mail = of("mail");
  const device = of("deviceAddress");
  const exportData = of("exportData");
  const userCode = of("userCode");
  const report = of("report");
  const claim = of("claim");
  const exchangeAddress = of("exchangeAddress");
  const exchangePlace = of("exchangePlace");
  const counted = (caller: Principal, from: string): [Counts, string] =>
    caller.kind === "anonymous" ? [address, networkOf(from)] : [principal, principalKey(caller)];
  return {
    address: (from) => address.take(networkOf(from)),
    caller: (principal, from) => {
      const [counts, key] = counted(principal, from);
      return counts.take(key);
    },
    passes(principal, from) {
      const [counts, key] = counted(principal, from);
      return counts.takeNow(key);
    },
    wait(principal, from) {
      const [counts, key] = counted(principal, from);
      return counts.waitNow(key);
    },
    async signIn(name, address, known) {
      if (known !== undefined) {
        await signInKnown.take(known);
        return async () => await signInKnown.giveBack(known);
      }
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
    async mail(asker, kind, to) {
      try {
        await mail.take(`${networkOf(asker)} ${kind} ${to}`);
        return true;
      } catch (error) {
        if (isSvcError(error) && error.code === "rate_limited") return false;
        throw error;
      }
    },
    device: (from) => device.take(networkOf(from)),
    exportData: (userId) => exportData.take(userId),
    userCode: (key) => userCode.take(key),
    report: (userId) => report.take(userId),
    claim: (userId) => claim.take(userId),
    exchange: {
      address: (from) => exchangeAddress.take(networkOf(from)),
      place: (place) => exchangePlace.take(place),
    },
  };
}

function principalKey(principal: Exclude<Principal, { kind: "anonymous" }>): string {
  return "tokenId" in principal ? principal.tokenId : principal.user.id;
}
