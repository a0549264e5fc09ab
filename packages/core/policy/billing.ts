import { BEARER_OR_SESSION } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** What only a collective's admins see and change. */
const BILLING = {
  tag: "billing",
  credentials: BEARER_OR_SESSION,
  scope: "billing:manage",
  role: "admin",
} as const;

/** Billing (spec §2.5, §5.4 `billing:manage`): owners and admins only. */
export const BILLING_POLICY = {
  "billing.get": {
    ...BILLING,
    request: "GET /api/v1/collectives/{slug}/billing",
    summary: "Read plan, subscription and trial of a collective",
  },
  "billing.update": {
    ...BILLING,
    request: "PATCH /api/v1/collectives/{slug}/billing",
    summary: "Change the plan of a collective",
  },
} as const satisfies Record<string, WrittenRow>;
