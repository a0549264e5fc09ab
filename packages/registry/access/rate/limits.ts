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

/** The limits a request passes: see {@link createLimits}. */
export type Limits = ReturnType<typeof createLimits>;

/**
 * The limits of {@link RATES}, counted by `counting`; each throws `rate_limited` with the time to wait,
 * or rejects with it. IPv6 addresses of one network count as one.
 */
export function createLimits(counting: Counting) {
  const of = Object.fromEntries(
    Object.entries(RATES).map(([name, rate]) => [name, counting(name, rate)]),
  ) as Record<keyof typeof RATES, Counts>;
  const counted = (caller: Principal, from: string): [Counts, string] =>
    caller.kind === "anonymous"
      ? [of.address, networkOf(from)]
      : [of.principal, principalKey(caller)];
  return {
    /** A request of an address by nobody who is known. */
    address: (from: string) => of.address.take(networkOf(from)),
    /** A request: of a known caller by who they are, wherever they ask from; else of the address. */
    caller: (principal: Principal, from: string) => {
      const [counts, key] = counted(principal, from);
      return counts.take(key);
    },
    /** True when `caller` lets it pass and that could be told at once. */
    passes(principal: Principal, from: string): boolean {
      const [counts, key] = counted(principal, from);
      return counts.takeNow(key);
    },
    /** The seconds to wait, when `caller` refuses it and that can be told at once. */
    wait(principal: Principal, from: string): number | undefined {
      const [counts, key] = counted(principal, from);
      return counts.waitNow(key);
    },
    /**
     * An attempt to sign in; the function takes it back when the password was right.
     *
     * @param known what the account knows already: a device of its own, a session
     */
    async signIn(name: string, address: string, known?: string): Promise<() => Promise<void>> {
      if (known !== undefined) {
        await of.signInKnown.take(known);
        return async () => await of.signInKnown.giveBack(known);
      }
      const from = networkOf(address);
      const key = name.trim().toLowerCase();
      await of.signInAddress.take(from);
      await of.signInAccountAtAddress.take(`${key} ${from}`);
      await of.signInAccount.take(key);
      return async () => {
        await of.signInAddress.giveBack(from);
        await of.signInAccountAtAddress.giveBack(`${key} ${from}`);
        await of.signInAccount.giveBack(key);
      };
    },
    signUp: (from: string) => of.signUpAddress.take(networkOf(from)),
    /** A request for a mail to reset a password, or a try to use its link. */
    reset: (from: string) => of.resetAddress.take(networkOf(from)),
    /** False when who asks has had their mails of the hour to that address. */
    async mail(asker: string, kind: string, to: string): Promise<boolean> {
      try {
        await of.mail.take(`${networkOf(asker)} ${kind} ${to}`);
        return true;
      } catch (error) {
        if (isSvcError(error) && error.code === "rate_limited") return false;
        throw error;
      }
    },
    /** A request or a poll of the device grant. */
    device: (from: string) => of.deviceAddress.take(networkOf(from)),
    /** A person's export of their data, which reads a lot. */
    exportData: (userId: string) => of.exportData.take(userId),
    /** A person's look-up of a user code: short codes must not be guessed. */
    userCode: (userId: string) => of.userCode.take(userId),
    /** A person's report to the operators, who are told of it. */
    report: (userId: string) => of.report.take(userId),
    /** A person's claim to a name, of which the operators are told. */
    claim: (userId: string) => of.claim.take(userId),
    /** An exchange of an identity token: before anything is known of it, and once it is known to be good. */
    exchange: {
      /** Runners of many people share addresses. */
      address: (from: string) => of.exchangeAddress.take(networkOf(from)),
      /** @param place issuer and repository */
      place: (place: string) => of.exchangePlace.take(place),
    },
  };
}

function principalKey(principal: Exclude<Principal, { kind: "anonymous" }>): string {
  return "tokenId" in principal ? principal.tokenId : principal.user.id;
}
