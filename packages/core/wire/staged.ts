import { z } from "zod";
import { ApprovalRule } from "../approval/rule.ts";
import { Evidence } from "../approval/evidence.ts";
import { DECISIONS } from "../approval/statement.ts";
import { NameField, VersionField } from "./push.ts";
import { Scorecard } from "./scorecard.ts";
import { ChannelName, Instant } from "./value.ts";

/** What becomes of a staged version; one that is approved and waits for its time is still staged. */
const STAGED_STATES = ["staged", "published", "rejected", "expired"] as const;

/** What one person decided about a staged version. */
export const StagedDecision = z.object({
  decision: z.enum(DECISIONS),
  by: z.string().nullable().meta({ description: "Username; null when the account is deleted." }),
  at: Instant,
  method: z.enum(["passkey", "totp"]),
  note: z.string().nullable(),
  evidence: Evidence.nullable().meta({
    description: "What the passkey signed; null for a code of an app, which proves nothing later.",
  }),
}).meta({ id: "StagedDecision" });
export type StagedDecision = z.output<typeof StagedDecision>;

/** A version that waits, or waited, to be published (trust 5). Its members see it. */
export const StagedVersion = z.object({
  id: z.uuid(),
  name: NameField,
  version: VersionField,
  channel: ChannelName,
  checksum: z.string().meta({ description: "SHA-256 of the archive in hexadecimal." }),
  bytes: z.int().meta({ description: "Size of the archive." }),
  state: z.enum(STAGED_STATES),
  stagedAt: Instant,
  stagedBy: z.string().nullable().meta({
    description: "Username, `token` and its name, or `job` and its run; null when that is gone.",
  }),
  expiresAt: Instant,
  publishAfter: Instant.nullable().meta({
    description: "It is approved and published then, unless it is rejected before.",
  }),
  heldFor: z.string().nullable().meta({
    description: "The extension people may take it for, while the operator has not decided.",
  }),
  approvals: z.int().meta({ description: "People who approved it and still may." }),
  needed: z.int().meta({ description: "How many must." }),
  decidedAt: Instant.nullable(),
  reason: z.string().nullable().meta({ description: "Why it was rejected or ended." }),
  url: z.string().meta({ description: "The page that shows what is in it." }),
}).meta({ id: "StagedVersion" });
export type StagedVersion = z.output<typeof StagedVersion>;

/** Answer of `GET /api/v1/staged`. */
export const StagedList = z.object({ staged: z.array(StagedVersion) });
export type StagedList = z.output<typeof StagedList>;

/** Answer of `GET /api/v1/staged/{stagedId}`. */
export const StagedDetails = StagedVersion.extend({
  scorecard: Scorecard,
  decisions: z.array(StagedDecision),
}).meta({ id: "StagedDetails" });
export type StagedDetails = z.output<typeof StagedDetails>;

/** Answer of `POST /api/v1/extensions/stage`. */
export const StageResponse = StagedVersion.extend({
  alreadyStaged: z.boolean().meta({ description: "True when the same bytes were staged before." }),
  scorecard: Scorecard,
});
export type StageResponse = z.output<typeof StageResponse>;

const STANDING = {
  rule: ApprovalRule,
  next: ApprovalRule.nullable().meta({ description: "What was asked for instead, if it is less." }),
  nextAt: Instant.nullable().meta({ description: "When that takes effect." }),
};

/** Answer of `GET /api/v1/collectives/{slug}/approval`. */
export const ApprovalSetting = z.object({
  ...STANDING,
  extensions: z.record(z.string(), z.object(STANDING)).meta({
    description: "What single extensions ask for. Of both rules all that either asks for holds.",
  }),
}).meta({ id: "ApprovalSetting" });
export type ApprovalSetting = z.output<typeof ApprovalSetting>;
