import { z } from "zod";
import { PLANS } from "../plan/plan.ts";
import { Trial } from "../plan/trial_shape.ts";
import { ROLES } from "../role/role.ts";
import { Instant, ScopeName } from "./value.ts";

/** A collective the caller belongs to, for deciding rights. */
export const OrganizationEntry = z.object({
  slug: z.string(),
  name: z.string(),
  role: z.enum([...ROLES, "token"]),
  personal: z.boolean(),
});
export type OrganizationEntry = z.output<typeof OrganizationEntry>;

/** What a collective pays for (spec §2.5). */
export const CollectiveEntitlement = z.object({
  slug: z.string(),
  plan: z.enum(PLANS),
  planName: z.string(),
  subscriptionStatus: z.string().nullable().exactOptional().meta({
    description: "For owners and admins; missing, not null, for plain members.",
  }),
  trial: Trial,
});
export type CollectiveEntitlement = z.output<typeof CollectiveEntitlement>;

/**
 * `GET /api/whoami` for a session or a personal key. A server whose operator offers no plans sends
 * neither `plan` nor `collectiveEntitlements`: clients then name the collectives alone (spec §9.5).
 */
export const WhoamiPerson = z.object({
  authenticated: z.literal(true),
  id: z.string(),
  username: z.string(),
  email: z.string(),
  name: z.string(),
  plan: z.enum(PLANS).exactOptional().meta({
    description:
      "The strongest plan of all the caller's collectives; missing where the operator offers no plans.",
  }),
  organizations: z.array(OrganizationEntry),
  collectiveEntitlements: z.array(CollectiveEntitlement).exactOptional().meta({
    description: "Missing where the operator offers no plans.",
  }),
});
export type WhoamiPerson = z.output<typeof WhoamiPerson>;

/** `GET /api/whoami` for a collective token: no id, username, email or name. */
export const WhoamiToken = z.object({
  authenticated: z.literal(true),
  collectiveToken: z.literal(true),
  collectiveId: z.uuid(),
  collectiveSlug: z.string(),
  scopes: z.array(ScopeName),
  expiresAt: Instant.nullable().meta({
    description: "When the token expires; null for one that never does.",
  }),
  organizations: z.array(OrganizationEntry),
});
export type WhoamiToken = z.output<typeof WhoamiToken>;

/** `GET /api/whoami` (spec §2.5; reference wire 2). */
export const Whoami = z.union([WhoamiPerson, WhoamiToken]);
export type Whoami = z.output<typeof Whoami>;
