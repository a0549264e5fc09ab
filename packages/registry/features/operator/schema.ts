import { LIMITS } from "@svc/core/limit";
import { RESTRICTION_CATEGORY_NAMES } from "@svc/core/report";
import { NameField, Restriction, VersionField } from "@svc/core/wire";
import { TEXT } from "@svc/http/input";
import { z } from "zod";
import { ClaimLine } from "../claims/schema.ts";
import { ReportLine } from "../reports/schema.ts";

/** Why an operator does something, as the people concerned read it. */
export const Note = TEXT.min(1, "must not be empty").max(LIMITS.operatorNoteCharacters)
  .describe("Why, as the people concerned read it");

/** An extension, or one version of it. */
export const Subject = z.strictObject({
  extension: NameField,
  version: VersionField.optional().describe("Absent for the whole extension"),
});

/** The same, and why. */
export const Reasoned = Subject.extend({
  category: z.enum(RESTRICTION_CATEGORY_NAMES),
  note: Note,
});

/** What is kept from people. */
const Restricted = Restriction.extend({
  extension: z.string(),
  version: z.string().nullable(),
  by: z.enum(["operator", "reports", "suspension"]).nullable(),
});

/** The slug of a collective. */
export const Slug = z.string().min(1).max(64).describe("Slug of the collective");

/** The name of an account. */
export const Username = z.string().min(1).max(64).describe("Username of the account");

/** A collective that is suspended. */
const Suspended = z.object({
  collective: z.string(),
  at: z.iso.datetime(),
  note: z.string(),
});

/** Tokens that somebody created for collectives: these are the collectives', and stay valid. */
const Tokens = z.array(z.object({ collective: z.string(), name: z.string() }))
  .describe("Tokens that the person created for collectives, which stay valid");

/** An account that is disabled. */
const DisabledAccount = z.object({
  username: z.string(),
  at: z.iso.datetime(),
  reason: z.string().nullable(),
  tokens: Tokens,
});

/** What ended with an account, and what did not. */
export const Ended = z.object({
  sessions: z.int().describe("Sessions that ended"),
  keys: z.int().describe("Personal keys that do not work until it is enabled again"),
  tokens: Tokens,
});

/** A version that waits for what the operator says of its name. */
const Held = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.string(),
  heldFor: z.string().describe("The extension people may take it for"),
  description: z.string(),
  at: z.iso.datetime(),
});

/** What waits for a decision. */
export const Overview = z.object({
  reports: z.array(ReportLine).describe("Open reports, the oldest first"),
  claims: z.array(ClaimLine).describe("Open claims to names, the oldest first; the first 200"),
  held: z.array(Held).describe("Versions held for their names, the oldest first; the first 200"),
  restricted: z.array(Restricted)
    .describe("What is in quarantine or taken down, the latest first; the first 200"),
  suspended: z.array(Suspended).describe("Collectives, the latest first; the first 200"),
  disabled: z.array(DisabledAccount).describe("Accounts, the latest first; the first 200"),
});

export type Overview = z.infer<typeof Overview>;

/** An act that leaves nothing to tell. */
export const Done = z.object({ done: z.literal(true) });
