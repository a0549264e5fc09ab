import { BEARER_OR_SESSION } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Billing (spec §2.5, §5.4 `billing:manage`): owners and admins only. */
export const BILLING_POLICY = {
  "billing.get": {
    method: "GET",
    path: "/api/v1/collectives/{slug}/billing",
    tag: "billing",
    credentials: BEARER_OR_SESSION,
    scope: "billing:manage",
    role: "admin",
    summary: "Read plan, subscription and trial of a collective",
  },
  "billing.update": {
    method: "PATCH",
    path: "/api/v1/collectives/{slug}/billing",
    tag: "billing",
    credentials: BEARER_OR_SESSION,
    scope: "billing:manage",
    role: "admin",
    summary: "Change the plan of a collective",
  },
} as const satisfies Record<string, PolicyRow>;
