import { SvcError } from "@svc/core/error";
import type { PolicyRow } from "@svc/core/policy";
import { isRole, roleAtLeast } from "@svc/core/role";
import { holdsScope } from "@svc/core/scope";
import type { Services } from "../services.ts";
import type { Db } from "../store/schema.ts";
import { assertFactor } from "./second_factor.ts";
import type { Membership } from "./membership.ts";
import { actsForCollective, type Principal } from "../credential/principal.ts";
import { ownMember } from "./own_member.ts";

/** How much of an address is repeated in an answer. */
const MOST_NAMED = 64;

/**
 * The one answer for a collective that is absent, deleted, or private to others (spec §7). It names
 * what was asked for and nothing that the store knows.
 */
export function noSuchCollective(slug: string): SvcError {
  return new SvcError("not_found", `There is no collective '${slug.slice(0, MOST_NAMED)}'`, {
    hint: "Check the slug; a private collective is visible to its members only.",
  });
}

/**
 * Decides whether a principal may use a row on the collective `slug`, in the order of design §4:
 * a token of another collective, a missing scope, not visible, role too low, no second factor where
 * one is required.
 * A token proves what it may do by its scopes; a person by a role.
 *
 * @returns the collective and the caller's role in it
 * @throws SvcError `wrong_collective`, `missing_scope`, `role_too_low`, `second_factor_missing` (403),
 *   `not_found` (404)
 */
export async function authorizeCollective(
  services: Pick<Services, "db" | "config">,
  principal: Principal,
  row: PolicyRow,
  slug: string,
): Promise<Membership> {
  if (principal.kind === "collectiveToken" && principal.collective.slug !== slug) {
    throw new SvcError("wrong_collective", "This token belongs to another collective", {
      hint: `It acts for '${principal.collective.slug}' only.`,
    });
  }
  assertScope(principal, row);
  const membership = await findMembership(services.db, principal, slug);
  if (membership === undefined) throw noSuchCollective(slug);
  if (!isRole(row.role) || actsForCollective(principal)) return membership;
  if (membership.role === undefined || !roleAtLeast(membership.role, row.role)) {
    throw new SvcError("role_too_low", `This needs the role ${row.role} in '${slug}'`, {
      hint: membership.role === undefined
        ? "You are not a member of this collective."
        : `Your role is ${membership.role}; ask an owner or admin.`,
    });
  }
  await assertFactor(services, principal, row, membership);
  return membership;
}

/**
 * @throws SvcError `missing_scope` when a collective token lacks the row's scope
 */
export function assertScope(principal: Principal, row: PolicyRow): void {
  if (principal.kind !== "collectiveToken" || row.scope === undefined) return;
  if (holdsScope(principal.scopes, row.scope)) return;
  throw new SvcError("missing_scope", `This token requires the ${row.scope} scope`);
}

/** The collective of that slug, where the caller acts for it: a token for its own, a CI job for each it publishes in. */
function ownIdIn(principal: Principal, slug: string): string {
  if (principal.kind === "collectiveToken") return principal.collective.id;
  if (principal.kind !== "publishToken") return "";
  return principal.grants.find(({ collective }) => collective.slug === slug)?.collective.id ?? "";
}

/**
 * The collective `slug` as the principal sees it, or undefined when they may not know it.
 * One query, the same for every outcome, which finds a hidden collective as little as an absent one:
 * so its time tells nothing.
 */
export async function findMembership(
  db: Db,
  principal: Principal,
  slug: string,
): Promise<Membership | undefined> {
  const ownId = ownIdIn(principal, slug);
  const row = await db.selectFrom("collective")
    .leftJoin(
      "collective_member as member",
      ownMember(principal),
    )
    .where("collective.slug", "=", slug)
    .where("collective.deleted_at", "is", null)
    .where((of) =>
      of.or([
        of("collective.private", "=", 0),
        of("member.role", "is not", null),
        of("collective.id", "=", ownId),
      ])
    )
    .select([
      "collective.id",
      "collective.slug",
      "collective.name",
      "collective.personal",
      "collective.private",
      "collective.second_factor_required",
      "member.role",
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const role = row.id === ownId ? "member" : row.role ?? undefined;
  return {
    collective: {
      id: row.id,
      slug: row.slug,
      name: row.name,
      personal: row.personal === 1,
      private: row.private === 1,
      requiresSecondFactor: row.second_factor_required === 1,
    },
    role,
  };
}
