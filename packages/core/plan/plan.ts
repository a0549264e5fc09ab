/** The plans a collective may be on, weakest first (spec §2.5; reference wire 2). */
export const PLANS = ["free", "team", "enterprise"] as const;

/** A plan's id. */
export type Plan = typeof PLANS[number];

/** A plan's name for people. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: "Free",
  team: "Team",
  enterprise: "Enterprise",
};

/** True for every plan but the free one. */
export function isPaid(plan: Plan): boolean {
  return plan !== "free";
}

/** The strongest of `plans`; `free` when there is none. */
export function strongestPlan(plans: Iterable<Plan>): Plan {
  let strongest = 0;
  for (const plan of plans) strongest = Math.max(strongest, PLANS.indexOf(plan));
  return PLANS[strongest]!;
}
