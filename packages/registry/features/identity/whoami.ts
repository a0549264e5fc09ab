import { SvcError } from "@svc/core/error";
import { strongestPlan } from "@svc/core/plan";
import { Whoami, type WhoamiPerson, type WhoamiToken } from "@svc/core/wire";
import type { Principal } from "../../access/credential/principal.ts";
import { planView } from "../collectives/view.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";

/**
 * `GET /api/whoami` (spec §2.5; reference wire 2): who the credential acts as. One query for the
 * credential and one for all the rest, however many collectives there are.
 */
export const whoami = defineEndpoint({
  key: "identity.whoami",
  response: Whoami,
  handle: ({ services, principal }) =>
    principal.kind === "collectiveToken"
      ? describeToken(services, principal)
      : describePerson(services, "user" in principal ? principal.user.id : ""),
});

async function describeToken(
  services: Services,
  { collective, tokenId, scopes }: Extract<Principal, { kind: "collectiveToken" }>,
): Promise<WhoamiToken> {
  const row = await services.db.selectFrom("collective_token as token")
    .innerJoin("collective", "collective.id", "token.collective_id")
    .select(["collective.slug", "collective.name", "collective.personal", "token.expires_at"])
    .where("token.id", "=", tokenId).executeTakeFirst();
  if (row === undefined) throw gone();
  return {
    authenticated: true,
    collectiveToken: true,
    collectiveId: collective.id,
    collectiveSlug: row.slug,
    scopes,
    expiresAt: row.expires_at,
    organizations: [{
      slug: row.slug,
      name: row.name,
      role: "token",
      personal: row.personal === 1,
    }],
  };
}

async function describePerson(
  services: Services,
  userId: string,
): Promise<WhoamiPerson> {
  const rows = await services.db.selectFrom("user")
    .innerJoin("collective_member as member", "member.user_id", "user.id")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("user.id", "=", userId)
    .where("collective.deleted_at", "is", null)
    .select([
      "user.username",
      "user.email",
      "user.name as userName",
      "collective.slug",
      "collective.name",
      "collective.personal",
      "collective.plan",
      "collective.subscription_status",
      "collective.trial_started_at",
      "member.role",
    ])
    .orderBy("collective.personal", "desc").orderBy("collective.slug").execute();
  // Every user has at least their personal collective.
  const [first] = rows;
  if (first === undefined) throw gone();
  const now = services.now();
  const { plans } = services.config;
  return {
    authenticated: true,
    id: userId,
    username: first.username ?? "",
    email: first.email,
    name: first.userName,
    ...(plans ? { plan: strongestPlan(rows.map((row) => row.plan)) } : {}),
    organizations: rows.map(({ slug, name, role, personal }) => ({
      slug,
      name,
      role,
      personal: personal === 1,
    })),
    ...(plans
      ? {
        collectiveEntitlements: rows.map((row) => ({
          slug: row.slug,
          ...planView(row, now),
          ...(row.role === "member" ? {} : { subscriptionStatus: row.subscription_status }),
        })),
      }
      : {}),
  };
}

function gone(): SvcError {
  return new SvcError(
    "invalid_api_key",
    "The account or collective of this credential was deleted",
    {
      hint: "Sign in again.",
    },
  );
}
