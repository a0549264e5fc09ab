import { LIMITS } from "@svc/core/limit";
import { PLANS } from "@svc/core/plan";
import { ROLES } from "@svc/core/role";
import { z } from "zod";
import { LINE } from "../../platform/http/line.ts";

/** A path with a collective's slug. */
export const SLUG_PARAMS = z.object({ slug: z.string() });

/** A path with a collective's slug and a member's id. */
export const MEMBER_PARAMS = z.object({ slug: z.string(), memberId: z.uuid() });

/** A role as bodies and answers have it. */
export const ROLE = z.enum(ROLES);

/** A collective's description; null for none. */
export const DESCRIPTION = LINE.max(LIMITS.collectiveDescriptionCharacters).nullable();

/** The trial clock (spec §3.2). */
export const TRIAL = z.object({
  state: z.enum(["none", "active", "expired"]),
  startedAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  dayNumber: z.int().optional(),
  daysRemaining: z.int(),
  totalDays: z.int(),
});

/**
 * A collective as its readers see it. Plan and trial are there for members and the collective's own
 * tokens; the billing status for owners and admins only, missing for others, never null for them.
 */
export const COLLECTIVE = z.object({
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
  trial: TRIAL.optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

/** A member as lists show him; no address. */
export const MEMBER = z.object({
  id: z.uuid(),
  userId: z.string(),
  username: z.string(),
  name: z.string(),
  role: ROLE,
  joinedAt: z.iso.datetime(),
});

/** An open invitation as its collective's admins see it. */
export const INVITATION = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  role: ROLE,
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
