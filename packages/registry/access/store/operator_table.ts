/**
 * The accounts of the registry's operators. Not a column of `user`, which the identity library writes:
 * no form that changes an account can ever set it.
 */
export interface OperatorUserTable {
  user_id: string;
  at: string;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    operator_user: OperatorUserTable;
  }
}
