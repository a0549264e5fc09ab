import { z } from "zod";
import { isCalVer } from "../calver/calver.ts";
import { LIMITS } from "../limit/limits.ts";
import { EXTENSION_NAME, EXTENSION_NAME_MAX } from "../name/extension.ts";
import { BundleField, ProvenanceKind } from "./provenance.ts";
import { Scorecard } from "./scorecard.ts";
import { ChannelName, Instant } from "./value.ts";

/** An extension's name, `@collective/name`. */
export const NameField = z.string().max(EXTENSION_NAME_MAX).regex(
  EXTENSION_NAME,
  "must be @collective/name in lower-case letters, digits, '-' and '_'",
).meta({ example: "@acme/repo-insight" });

/** A version, `YYYY.MM.DD.N`. */
export const VersionField = z.string().refine(
  isCalVer,
  "must be YYYY.MM.DD.N with a date that exists",
).meta({ example: "2026.11.21.1" });

const line = z.string().min(1).max(500);

/** What both steps of a push send (reference wire 1.3). */
const announcement = {
  name: NameField,
  version: VersionField,
  description: z.string().max(10_000).default(""),
  dependencies: z.array(line.includes("/")).max(200).default([]),
  platforms: z.array(line).max(50).default([]),
  labels: z.array(line).max(LIMITS.labels).default([]),
  repository: z.url().max(2000).optional(),
  releaseNotes: z.string().max(LIMITS.releaseNotesCharacters).optional(),
  binaries: z.array(line).max(LIMITS.archive.files).optional(),
  channel: z.enum(["beta", "rc"]).optional().meta({ description: "Absent means stable." }),
};

/** Body of the announcement. */
export const PushRequest = z.strictObject({
  ...announcement,
  checksum: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex").optional()
    .meta({
      description:
        "SHA-256 of the archive: no other is confirmed, and a finished push can be repeated.",
    }),
  provenance: ProvenanceKind.optional().meta({
    description: "Who signs the statement that the confirmation will bring, if it brings one.",
  }),
  stage: z.literal(true).optional().meta({
    description: "It is to be staged, not published: 'extensions/stage' follows the upload.",
  }),
});
export type PushRequest = z.input<typeof PushRequest>;

/** Body of the confirmation. */
export const ConfirmRequest = z.strictObject({
  ...announcement,
  contentMetadata: z.unknown().meta({
    description: "Accepted from older clients; the server reads the archive itself.",
  }).optional(),
  provenance: BundleField.optional(),
});

/** Answer to the announcement. */
export const PushResponse = z.object({
  uploadUrl: z.string().meta({
    description: "PUT the archive here. Absolute, and needs no credential.",
  }),
  s3Key: z.string(),
  extensionId: z.string(),
  isPrivate: z.boolean().meta({
    description: "True when only the collective's members will see it.",
  }),
});
export type PushResponse = z.output<typeof PushResponse>;

/** Answer to the confirmation: the version is published, and this is its score. */
export const ConfirmResponse = z.object({
  extensionId: z.string(),
  name: z.string(),
  version: z.string(),
  channel: ChannelName,
  checksum: z.string().meta({ description: "SHA-256 of the archive in hexadecimal." }),
  alreadyPublished: z.boolean().meta({
    description: "True when the same bytes were published before: nothing changed.",
  }),
  yankedAt: Instant.nullable().default(null).meta({
    description: "Set where that version was yanked since.",
  }),
  isPrivate: z.boolean(),
  scorecard: Scorecard,
  logIndex: z.int().min(0).nullable().default(null).meta({
    description:
      "Its place in the registry's log; null while it has none, and where there is no log.",
  }),
});
export type ConfirmResponse = z.output<typeof ConfirmResponse>;
