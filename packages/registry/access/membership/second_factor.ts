import { SvcError } from "@svc/core/error";
import type { PolicyRow } from "@svc/core/policy";
import type { Role } from "@svc/core/role";
import { type Principal, userOf } from "../credential/principal.ts";
import { hasFactor } from "../credential/proof.ts";
import type { Services } from "../services.ts";
import type { Db } from "../store/schema.ts";
import type { Membership } from "./membership.ts";

/** What a collective asks of its members. */
type Requirement = Pick<Membership["collective"], "personal" | "requiresSecondFactor">;

/**
 * Makes sure that a member who changes something in a collective has a second factor, where the
 * collective or the registry requires one. Members without go on reading, and may leave. A personal
 * key counts as its person; an exchanged session, which cannot prove anything, makes no tokens there.
 * The tokens of the collective go on working: people with a factor made them.
 *
 * @throws SvcError `second_factor_missing`
 */
export async function assertFactor(
  { db, config }: Pick<Services, "db" | "config">,
  principal: Principal,
  row: PolicyRow,
  { collective, role }: {
    collective: Requirement & { slug: string };
    role: Role | undefined;
  },
): Promise<void> {
  const user = userOf(principal);
  if (user === undefined || role === undefined) return;
  if (row.method === "GET" || row.givesUp === true) return;
  if (!isRequired(config.secondFactor, collective, role)) return;
  const hasFactorNow = await hasFactor(db, user.id);
  if (hasFactorNow && !(principal.kind === "exchange" && row.proof !== undefined)) return;
  throw new SvcError(
    "second_factor_missing",
    `Changes in @${collective.slug} need a second factor`,
    {
      hint: hasFactorNow
        ? "A personal key cannot give it. Use the settings page of the collective."
        : `Add one at ${config.baseUrl}/account/security, then try again.`,
    },
  );
}

/**
 * Makes sure, behind the removal of a factor in the caller's transaction, that it was not the last one
 * of somebody who needs one.
 *
 * @throws SvcError `rule_refused`, naming the collectives that require it
 */
export async function assertFactorMayGo(
  { config }: Pick<Services, "config">,
  trx: Db,
  userId: string,
): Promise<void> {
  if (await hasFactor(trx, userId)) return;
  const memberships = await trx.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", userId).where("collective.deleted_at", "is", null)
    .select(["slug", "personal", "second_factor_required as required", "role"])
    .orderBy("slug").execute();
  const requiring = memberships.filter(({ personal, required, role }) =>
    isRequired(config.secondFactor, {
      personal: personal === 1,
      requiresSecondFactor: required === 1,
    }, role)
  );
  if (requiring.length === 0) return;
  const named = requiring.map(({ slug }) => `@${slug}`).join(", ");
  throw new SvcError("rule_refused", `This is your last second factor, and ${named} needs one`, {
    hint: "Add another factor first, or leave the collective.",
  });
}

function isRequired(
  setting: Services["config"]["secondFactor"],
  { personal, requiresSecondFactor }: Requirement,
  role: Role,
): boolean {
  switch (setting) {
    case "required":
      return true;
    case "owners":
      return requiresSecondFactor || !personal && role === "owner";
    case "off":
      return requiresSecondFactor;
  }
}
