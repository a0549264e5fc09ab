import { SvcError } from "@svc/core/error";
import { isPaid, type Plan, PLAN_NAMES, trialAt } from "@svc/core/plan";
import type { z } from "zod";
import { authorOf } from "../../access/author/author.ts";
import { authorNames } from "../../access/author/names.ts";
import { actorOf, type Caller } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { holdRight } from "../../access/membership/hold_right.ts";
import { notify } from "../notification/notify.ts";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import { type BillingProvider, MANUAL_BILLING } from "./provider.ts";
import type { Billing } from "./schema.ts";
import type {} from "./tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

const HISTORY = 20;

/** Plan, subscription, trial and latest changes of a collective. */
export async function readBilling(
  db: Db,
  collectiveId: string,
  now: Date,
): Promise<z.input<typeof Billing>> {
  const collective = await db.selectFrom("collective")
    .select(["slug", "plan", "subscription_status", "trial_started_at"])
    .where("id", "=", collectiveId).executeTakeFirstOrThrow();
  const changes = await db.selectFrom("billing_change").selectAll()
    .where("collective_id", "=", collectiveId).orderBy("created_at", "desc").orderBy("id")
    .limit(HISTORY).execute();
  const nameOf = await authorNames(db, changes);
  const started = collective.trial_started_at;
  return {
    collective: collective.slug,
    plan: collective.plan,
    planName: PLAN_NAMES[collective.plan],
    paid: isPaid(collective.plan),
    subscriptionStatus: collective.subscription_status,
    trial: trialAt(started === null ? null : new Date(started), now),
    changes: changes.map((change) => ({
      from: change.from_plan,
      to: change.to_plan,
      status: change.status,
      provider: change.provider,
      by: nameOf(change),
      at: change.created_at,
    })),
  };
}

/**
 * Changes the plan, through the provider that answers for the payment. Two changes at once end in
 * the state of one of them, with a history that leads there.
 *
 * @throws SvcError `rule_refused` when the collective is on the plan already or the provider does not
 *   grant it, `conflict` when somebody else changed it meanwhile, and what {@link holdRight} throws,
 *   when the caller's right has gone meanwhile.
 */
export async function changePlan(
  services: Pick<Services, "db" | "config">,
  caller: Caller,
  collectiveId: string,
  to: Plan,
  now: Date,
  provider: BillingProvider = MANUAL_BILLING,
): Promise<void> {
  const { db } = services;
  const { principal } = caller;
  const collective = await db.selectFrom("collective").select(["id", "slug", "plan"])
    .where("id", "=", collectiveId).executeTakeFirstOrThrow();
  const from = collective.plan;
  if (from === to) {
    throw new SvcError(
      "rule_refused",
      `${collective.slug} is already on the ${PLAN_NAMES[to]} plan`,
    );
  }
  const { status, reference } = await provider.changePlan({ collective, from, to });
  await inTransaction(db, async (trx) => {
    await holdRight(services, trx, principal, "billing.update", collectiveId);
    const { numUpdatedRows } = await trx.updateTable("collective")
      .set({ plan: to, subscription_status: status, updated_at: now.toISOString() })
      .where("id", "=", collectiveId).where("plan", "=", from).executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new SvcError("conflict", "Somebody else changed the plan at the same time", {
        hint: "Read the plan again before you change it.",
      });
    }
    await trx.insertInto("billing_change").values({
      id: crypto.randomUUID(),
      collective_id: collectiveId,
      ...authorOf(principal),
      from_plan: from,
      to_plan: to,
      status,
      provider: provider.name,
      reference,
      created_at: now.toISOString(),
    }).execute();
    await recordEvent(trx, {
      at: now,
      action: "plan.changed",
      collectiveId,
      actor: actorOf(caller),
      details: { from, to },
    });
    await notify(trx, {
      kind: "plan_changed",
      collectiveId,
      actor: principal,
      at: now,
      text: PLAN_NAMES[to],
    });
  });
}
