import type { Plan } from "@svc/core/plan";
import type { AuthorColumns } from "../../access/author/author.ts";

/** The history of plans; the plan in force stands on the collective itself. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    billing_change: BillingChangeTable;
  }
}

export interface BillingChangeTable extends AuthorColumns {
  id: string;
  collective_id: string;
  from_plan: Plan;
  to_plan: Plan;
  status: string | null;
  provider: string;
  /** The provider's own reference. */
  reference: string | null;
  created_at: string;
}
