import { SvcError } from "@svc/core/error";
import { hasFactor } from "../../access/credential/proof.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { accountId } from "./accounts.ts";

/** The accounts of the operators, by username. */
export async function listOperators(db: Db): Promise<{ username: string; at: string }[]> {
  const rows = await db.selectFrom("operator_user")
    .innerJoin("user", "user.id", "operator_user.user_id")
    .select(["user.username", "operator_user.at"]).orderBy("user.username").execute();
  return rows.map(({ username, at }) => ({ username: username!, at }));
}

/** The ids of those who are told of what waits for an operator: they, and the accounts of `SVC_ADMINS`. */
export async function operatorsToTell(trx: Trx, admins: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom("user")
    .leftJoin("disabled_user as disabled", "disabled.user_id", "user.id")
    .leftJoin("operator_user as operator", "operator.user_id", "user.id")
    .select("user.id")
    .where((of) =>
      of.or([
        of("operator.user_id", "is not", null),
        ...admins.length === 0 ? [] : [of("user.username", "in", admins)],
      ])
    )
    .where("disabled.user_id", "is", null).execute();
  return rows.map(({ id }) => id);
}

/**
 * Makes an account an operator's.
 *
 * @throws SvcError `not_found`; `conflict` when it is one already, or has no second factor: then its
 *   password alone would be the operator
 */
export async function addOperator(db: Db, username: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const id = await accountId(trx, username);
    if (!await hasFactor(trx, id)) {
      throw new SvcError("conflict", `${username} has no second factor`, {
        hint: "They add one at /account/security; run this again then.",
      });
    }
    const { numInsertedOrUpdatedRows } = await trx.insertInto("operator_user")
      .values({ user_id: id, at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      throw new SvcError("conflict", `${username} is already an operator`);
    }
  });
}

/**
 * Takes it back, at once.
 *
 * @throws SvcError `not_found`; `conflict` when it is none
 */
export async function removeOperator(db: Db, username: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("operator_user")
      .where("user_id", "=", await accountId(trx, username)).executeTakeFirst();
    if (numDeletedRows === 0n) throw new SvcError("conflict", `${username} is not an operator`);
  });
}
