import { AUDIT_ACTION_NAMES } from "../../access/audit/actions.ts";
import { z } from "zod";

/** What of a collective's events is asked for. */
export const AuditFilter = z.strictObject({
  action: z.enum(AUDIT_ACTION_NAMES).optional().describe("Only events of this kind"),
  extension: z.string().min(1).max(200).optional().describe("Only events of this extension"),
  username: z.string().min(1).max(64).optional()
    .describe("Only what this person did, or what was done to their membership"),
});

/** One event of a collective, as its owners and admins read it. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string().describe("What was done, such as `member.removed`"),
  by: z.object({
    credential: z.string().describe(
      "`session`, `personalKey`, `collectiveToken` and so on; `link` for one that was mailed, " +
        "`operator` for whoever runs the registry, `registry` for what it does by its own rules",
    ),
    username: z.string().nullable().describe("Null for nobody, and once the account is deleted"),
    token: z.string().nullable().describe("Name of the collective's token, while there is one"),
    keyStart: z.string().nullable().describe("How the personal key begins, while there is one"),
  }),
  person: z.string().nullable().describe("Username of the member it is about"),
  extension: z.string().nullable(),
  network: z.string().nullable().describe("Where it was done: /24 of IPv4, /48 of IPv6; 90 days"),
  client: z.string().nullable().describe("With what kind of client; kept for 90 days"),
  details: z.record(z.string(), z.unknown()),
  logIndex: z.int().nullable()
    .describe("Its entry in the registry's log of now; null for none, or none yet"),
}).meta({
  id: "AuditEntry",
  example: {
    id: "5b0f4a3e-7c1d-4f7e-9a51-2d0c6d1b8e77",
    at: "2026-11-23T16:40:12.000Z",
    action: "member.role_changed",
    by: { credential: "session", username: "ada", token: null, keyStart: null },
    person: "grace",
    extension: null,
    network: "203.0.113.0/24",
    client: "Firefox",
    details: { from: "member", to: "admin" },
    logIndex: 517,
  },
});

export type AuditFilter = z.infer<typeof AuditFilter>;
export type AuditEntry = z.infer<typeof AuditEntry>;
