import type { Principal } from "./principal.ts";
import { hasFactor } from "./proof.ts";
import type { Db } from "../store/schema.ts";

/**
 * Whether a caller acts as an operator: the session of an account with the mark and a second factor.
 * Keys and tokens never do.
 */
export async function isOperator(db: Db, principal: Principal): Promise<boolean> {
  if (principal.kind !== "session") return false;
  const mark = await db.selectFrom("operator_user").select("user_id")
    .where("user_id", "=", principal.user.id).executeTakeFirst();
  return mark !== undefined && await hasFactor(db, principal.user.id);
}
