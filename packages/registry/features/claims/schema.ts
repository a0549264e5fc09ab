import { LIMITS } from "@svc/core/limit";
import { TEXT } from "@svc/http/input";
import { z } from "zod";

/** A claim as whoever made it reads it. */
export const Claim = z.object({
  number: z.int(),
  name: z.string(),
  grounds: z.string(),
  state: z.enum(["open", "granted", "refused", "withdrawn"]),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable().describe("When it was decided or withdrawn"),
  note: z.string().nullable().describe("What the operator answered"),
}).meta({
  id: "NameClaim",
  example: {
    number: 3,
    name: "acme-security",
    grounds: "It is our company's name: https://acme.example/imprint",
    state: "open",
    createdAt: "2026-11-29T09:00:00.000Z",
    decidedAt: null,
    note: null,
  },
});

/** A claim as the operators read it. */
export const ClaimLine = Claim.extend({
  claimant: z.string().describe("Username"),
  taken: z.boolean().describe("Whether somebody has the name, so that it cannot be granted"),
});

/** A new claim. */
export const NewClaim = z.strictObject({
  name: z.string().min(1).max(200)
    .describe("A username or slug such as acme-tools, or an extension such as @acme/deploy"),
  grounds: TEXT.min(1, "must not be empty").max(LIMITS.claimCharacters)
    .describe("Why the name is yours"),
});

export type Claim = z.infer<typeof Claim>;
export type ClaimLine = z.infer<typeof ClaimLine>;
export type NewClaim = z.infer<typeof NewClaim>;
