import type { z } from "zod";
import { PLAN_NAMES, PLANS } from "@svc/core/plan";
import { When } from "../../platform/web/components/when.tsx";
import type { Billing } from "./schema.ts";

/** A collective's billing as the settings page shows it. */
export type ListedBilling = z.output<typeof Billing>;

interface BillingSectionProps {
  billing: ListedBilling;
  /** Address of the settings. */
  base: string;
  now: Date;
}

/** Plan, status and trial of a collective (spec §2.5), and the form that changes the plan. */
export function BillingSection({ billing, base, now }: BillingSectionProps) {
  const trial = trialWords(billing);
  return (
    <>
      <dl class="sheet ask">
        <div>
          <dt>Plan</dt>
          <dd>{billing.planName}</dd>
        </div>
        {billing.subscriptionStatus === null ? null : (
          <div>
            <dt>Status</dt>
            <dd>{billing.subscriptionStatus}</dd>
          </div>
        )}
        {trial === undefined ? null : (
          <div>
            <dt>Trial</dt>
            <dd>{trial}</dd>
          </div>
        )}
      </dl>
      <p>
        This registry does not charge automatically: a change takes effect at once, and the operator
        of the registry bills you separately. You lose no rights when a trial ends.
      </p>
      <form class="form sheet" method="post" action={`${base}/change-plan`}>
        <div class="field">
          <label for="field-plan">Change the plan to</label>
          <select id="field-plan" name="plan">
            {PLANS.filter((plan) => plan !== billing.plan).map((plan) => (
              <option value={plan}>{PLAN_NAMES[plan]}</option>
            ))}
          </select>
        </div>
        <button type="submit">Change plan</button>
      </form>
      {billing.changes.length === 0 ? null : (
        <details>
          <summary>Latest changes</summary>
          <ul class="rows sheet">
            {billing.changes.map((change) => (
              <li>
                <span>{PLAN_NAMES[change.from]} to {PLAN_NAMES[change.to]}, by {change.by}</span>
                <span class="quiet">
                  <When at={change.at} now={now} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The trial in the words of spec §2.5; undefined where none is told of: who pays sees none. */
export function trialWords({ paid, trial }: Pick<ListedBilling, "paid" | "trial">) {
  if (paid || trial.state === "none") return undefined;
  if (trial.state === "expired") return "expired";
  const days = trial.daysRemaining;
  const end = trial.endsAt === null ? "" : ` (ends ${trial.endsAt.slice(0, 10)})`;
  return `${days} ${days === 1 ? "day" : "days"} left${end}`;
}
