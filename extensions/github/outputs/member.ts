import * as z from "npm:zod@4.6.7";

/** Roles that a list of members may be narrowed to. */
export const ROLES = ["all", "admin", "member"] as const;

/** Schema of the `member` output. */
export const memberSchema = z.object({
  org: z.string(),
  login: z.string(),
  id: z.number().int(),
  role: z.enum(["admin", "member"]).nullable().describe("Null when all roles were requested"),
  scope: z.enum(["all", "public"]).describe("'public' when the token's account is not a member"),
  url: z.string(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One member of an organisation. */
export type Member = z.infer<typeof memberSchema>;
