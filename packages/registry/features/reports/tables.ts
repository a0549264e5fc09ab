import type { ReportCategory } from "@svc/core/report";
import type { Generated } from "kysely";

declare module "../../platform/store/schema.ts" {
  interface Schema {
    report: ReportTable;
  }
}

/** What people told the operators about an extension. */
export interface ReportTable {
  number: Generated<number>;
  extension_id: string;
  /** The version it is about; null for the whole extension. */
  version: string | null;
  category: ReportCategory;
  text: string;
  /** Null once the account was deleted. */
  reporter_user_id: string | null;
  /** ISO 8601. */
  created_at: string;
  /** Null while it is open. */
  closed_at: string | null;
  /** What the operator answered. */
  note: string | null;
}
