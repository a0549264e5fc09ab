import { z } from "zod";
import { PLANS } from "../plan/plan.ts";
import { Trial } from "../plan/trial_shape.ts";
import { ROLES } from "../role/role.ts";
import { Instant, RoleName } from "./value.ts";

/**
 * A collective as its readers see it. Plan and trial are there for members and the collective's own
 * tokens; the billing status for owners and admins only, missing for others, never null for them.
 */
export const Collective = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  personal: z.boolean(),
  private: z.boolean(),
  hideIssuesByDefault: z.boolean(),
  hideMembersFromPublic: z.boolean(),
  role: z.enum([...ROLES, "token"]).nullable().meta({
    description: "The caller's role; null for an outsider, `token` for the collective's own token.",
  }),
  plan: z.enum(PLANS).optional(),
  planName: z.string().optional(),
  subscriptionStatus: z.string().nullable().optional(),
  trial: Trial.optional(),
  requiresSecondFactor: z.boolean().optional().meta({
    description: "True when members need a second factor to change anything.",
  }),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Collective = z.output<typeof Collective>;

/** A member as lists show them; no address. */
export const Member = z.object({
  id: z.uuid(),
  userId: z.string(),
  username: z.string(),
  name: z.string(),
  role: RoleName,
  joinedAt: Instant,
  hasSecondFactor: z.boolean().optional().meta({
    description: "In the list of members, for owners and admins only; missing for others.",
  }),
});
export type Member = z.output<typeof Member>;

/** An open invitation as its collective's admins see it. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  role: RoleName,
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Invitation = z.output<typeof Invitation>;

/** An open invitation as the person it is for sees it. */
export const OwnInvitation = z.object({
  id: z.uuid(),
  collective: z.object({ slug: z.string(), name: z.string() }),
  role: RoleName,
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type OwnInvitation = z.output<typeof OwnInvitation>;
