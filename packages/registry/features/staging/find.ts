import { SvcError } from "@svc/core/error";
import { POLICY, type PolicyKey } from "@svc/core/policy";
import type { Role } from "@svc/core/role";
import { z } from "zod";
import type { Principal } from "../../access/credential/principal.ts";
import { authorizeCollective, findMembership } from "../../access/membership/authorize.ts";
import type { Membership } from "../../access/membership/membership.ts";
import type { Services } from "../../access/services.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";

export const STAGED_PARAMS = z.object({ stagedId: z.uuid() });

/** A staged version as one of its members sees it. */
export interface VisibleStaged {
  staged: StagedRow;
  collective: Membership["collective"];
  /** `member` for the collective's own token. */
  role: Role;
}

/** The one answer for a staged version that is absent, or another collective's. */
export function noSuchStaged(): SvcError {
  return new SvcError("not_found", "There is no such staged version", {
    hint: "Members of its collective see it: svc extension staged",
  });
}

/**
 * The staged version that a caller may use a row on. To who is not in its collective there is none.
 *
 * @throws SvcError `not_found`, `missing_scope`, `role_too_low`, `second_factor_missing`
 */
export async function findStaged(
  services: Pick<Services, "db" | "config">,
  principal: Principal,
  key: PolicyKey,
  id: string,
): Promise<VisibleStaged> {
  const { db } = services;
  const staged = await db.selectFrom("staged_version").selectAll().where("id", "=", id)
    .executeTakeFirst();
  const owner = staged && await db.selectFrom("collective").select("slug")
    .where("id", "=", staged.collective_id).executeTakeFirst();
  if (staged === undefined || owner === undefined) throw noSuchStaged();
  const seen = await findMembership(db, principal, owner.slug);
  if (seen?.role === undefined) throw noSuchStaged();
  const { collective } = await authorizeCollective(services, principal, POLICY[key], owner.slug);
  return { staged, collective, role: seen.role };
}
