import { z } from "zod";

/** Hours that an approved version may wait before it is published: two weeks. */
export const MOST_EMBARGO_HOURS = 336;

/** After which time a rule that asks for less takes effect: whoever stole a session must not lower it first. */
export const LOWERING_HOURS = 24;

/** For how long the person who made a token or a publisher counts as who staged with it. */
export const FRESH_CREDENTIAL_HOURS = 72;

/** What a collective asks for before a staged version is published (trust 5). */
export const ApprovalRule = z.strictObject({
  required: z.boolean().meta({
    description: "True when every version must be staged: a push does not publish.",
  }),
  count: z.int().min(0).max(2).meta({
    description: "How many people must approve. 0: whoever may approve publishes alone.",
  }),
  by: z.enum(["admin", "owner"]).meta({ description: "The least role of who approves." }),
  notSelf: z.boolean().meta({
    description:
      "Who staged it does not approve it, nor who made the token or the publisher that " +
      "did within 72 hours before.",
  }),
  passkeyOnly: z.boolean().meta({ description: "Codes of an authenticator app do not approve." }),
  embargoHours: z.int().min(0).max(MOST_EMBARGO_HOURS).meta({
    description: "How long it waits once it is approved. It can be rejected until then.",
  }),
}).meta({
  id: "ApprovalRule",
  example: {
    required: true,
    count: 1,
    by: "admin",
    notSelf: true,
    passkeyOnly: false,
    embargoHours: 0,
  },
});
export type ApprovalRule = z.output<typeof ApprovalRule>;

/** The rule of a collective that has set none: versions may be pushed, and one admin approves. */
export const DEFAULT_RULE: ApprovalRule = {
  required: false,
  count: 0,
  by: "admin",
  notSelf: false,
  passkeyOnly: false,
  embargoHours: 0,
};

/** How many people must approve under a rule: nothing is published that nobody looked at. */
export function approvalsNeeded({ count }: Pick<ApprovalRule, "count">): number {
  return Math.max(1, count);
}

/** The rule that asks for all that either of two asks for. */
export function stricterRule(one: ApprovalRule, other: ApprovalRule): ApprovalRule {
  return {
    required: one.required || other.required,
    count: Math.max(one.count, other.count),
    by: one.by === "owner" || other.by === "owner" ? "owner" : "admin",
    notSelf: one.notSelf || other.notSelf,
    passkeyOnly: one.passkeyOnly || other.passkeyOnly,
    embargoHours: Math.max(one.embargoHours, other.embargoHours),
  };
}

/** True when two rules ask for the same. */
export function isSameRule(one: ApprovalRule, other: ApprovalRule): boolean {
  return (Object.keys(DEFAULT_RULE) as (keyof ApprovalRule)[])
    .every((key) => one[key] === other[key]);
}

/** True when a rule asks for less than another one in anything. */
export function asksForLess(rule: ApprovalRule, than: ApprovalRule): boolean {
  return !isSameRule(stricterRule(rule, than), rule);
}
