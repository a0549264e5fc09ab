import { BEARER_OR_SESSION } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

/** What only a collective's admins see and change. */
const billing = rowsWith({
  tag: "billing",
  credentials: BEARER_OR_SESSION,
  scope: "billing:manage",
  role: "admin",
});

/** Billing (spec §2.5, §5.4 `billing:manage`): owners and admins only. */
export const BILLING_POLICY = {
  "billing.get": billing(
    "GET /api/v1/collectives/{slug}/billing",
    "Read plan, subscription and trial of a collective",
  ),
  "billing.update": billing(
    "PATCH /api/v1/collectives/{slug}/billing",
    "Change the plan of a collective",
  ),
} as const satisfies Record<string, WrittenRow>;
