import { Instant, NameField } from "@svc/core/wire";
import { z } from "zod";

/** Why an extension may not have a name. */
export const NAME_REFUSALS = [
  "invalid_name",
  "name_reserved",
  "name_taken",
  "name_too_close",
  "name_held",
  "extension_moved",
] as const;

/** An open offer of an extension. */
export const Transfer = z.object({
  extension: NameField,
  from: z.string().describe("Slug of the collective that has it"),
  to: z.string().describe("Slug of the collective that it is offered to"),
  newName: NameField.describe("What it is called once it is accepted"),
  makesPublic: z.boolean().describe("True when everybody may read it then, and now its members"),
  offeredBy: z.string().describe("Username of the owner who offered it"),
  offeredAt: Instant,
  expiresAt: Instant,
}).meta({
  id: "Transfer",
  example: {
    extension: "@ada/tools",
    from: "ada",
    to: "acme",
    newName: "@acme/tools",
    makesPublic: false,
    offeredBy: "ada",
    offeredAt: "2026-11-29T10:00:00.000Z",
    expiresAt: "2026-12-13T10:00:00.000Z",
  },
});
export type Transfer = z.infer<typeof Transfer>;
