import { PLAN_NAMES } from "@svc/core/plan";
import { trialAt } from "@svc/core/plan";
import type { Role } from "@svc/core/role";
import type { Selectable } from "kysely";
import type { Collective } from "@svc/core/wire";
import type { CollectiveTable } from "../../access/store/collective_tables.ts";

/** The caller's place in a collective, as an answer names it. */
export type Place = Role | "token" | null;

/** A stored collective as a caller in `place` may see it (spec §2.4, §2.5). */
export function collectiveView(
  row: Selectable<CollectiveTable>,
  place: Place,
  now: Date,
): Collective {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    personal: row.personal === 1,
    private: row.private === 1,
    hideIssuesByDefault: row.hide_issues_by_default === 1,
    hideMembersFromPublic: row.hide_members_from_public === 1,
    role: place,
    ...(place === null
      ? {}
      : { ...planView(row, now), requiresSecondFactor: row.second_factor_required === 1 }),
    ...(place === "owner" || place === "admin"
      ? { subscriptionStatus: row.subscription_status }
      : {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Plan and trial clock of a collective. */
export function planView(
  row: Pick<Selectable<CollectiveTable>, "plan" | "trial_started_at">,
  now: Date,
) {
  return {
    plan: row.plan,
    planName: PLAN_NAMES[row.plan],
    trial: trialAt(row.trial_started_at === null ? null : new Date(row.trial_started_at), now),
  };
}
