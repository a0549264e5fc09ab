import type { Plan } from "@svc/core/plan";

/** What a billing provider is asked. */
export interface PlanRequest {
  collective: { id: string; slug: string };
  from: Plan;
  to: Plan;
}

/** What came of it. */
export interface PlanOutcome {
  /** The subscription's status from now on; null on the free plan. */
  status: string | null;
  /** The provider's own reference, kept in the history. */
  reference: string | null;
}

/** Who collects the money. A provider answers for the payment; rights follow from the plan it grants. */
export interface BillingProvider {
  name: string;
  /** @throws SvcError `rule_refused` when the change is not granted; then nothing is changed. */
  changePlan(request: PlanRequest): Promise<PlanOutcome>;
}

/**
 * The embedded provider: grants every change at once and leaves the invoice to the operator, who
 * finds each change with its author in the history. Fits a registry that a company runs for itself.
 */
export const MANUAL_BILLING: BillingProvider = {
  name: "manual",
  changePlan: ({ to }) =>
    Promise.resolve({ status: to === "free" ? null : "active", reference: null }),
};
