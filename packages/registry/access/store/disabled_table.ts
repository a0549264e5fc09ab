/** Accounts that the operator disabled: nobody signs in to them, and none of their keys is good. */
export interface DisabledUserTable {
  user_id: string;
  at: string;
  reason: string | null;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    disabled_user: DisabledUserTable;
  }
}
