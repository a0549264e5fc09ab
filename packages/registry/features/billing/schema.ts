import { PLANS } from "@svc/core/plan";
import { Collective } from "@svc/core/wire";
import { z } from "zod";

/** What owners and admins see of a collective's billing (spec §2.5). */
export const Billing = z.object({
  collective: z.string(),
  plan: z.enum(PLANS),
  planName: z.string(),
  paid: z.boolean(),
  subscriptionStatus: z.string().nullable().describe("Null on the free plan"),
  trial: Collective.shape.trial.unwrap(),
  changes: z.array(z.object({
    from: z.enum(PLANS),
    to: z.enum(PLANS),
    status: z.string().nullable(),
    provider: z.string(),
    by: z.string(),
    at: z.iso.datetime(),
  })).describe("The latest changes of plan, newest first"),
}).meta({
  id: "Billing",
  example: {
    collective: "acme",
    plan: "team",
    planName: "Team",
    paid: true,
    subscriptionStatus: "active",
    trial: {
      state: "active",
      startedAt: "2026-11-01T00:00:00.000Z",
      endsAt: "2026-12-01T00:00:00.000Z",
      dayNumber: 21,
      daysRemaining: 10,
      totalDays: 30,
    },
    changes: [{
      from: "free",
      to: "team",
      status: "active",
      provider: "manual",
      by: "ada",
      at: "2026-11-21T09:00:00.000Z",
    }],
  },
});
