import { LIMITS } from "@svc/core/limit";
import { z } from "zod";
import { nameSchema, versionSchema } from "../record/params.ts";

const line = z.string().min(1).max(500);

/** What both steps of a push send (reference wire 1.3). */
const announcement = {
  name: nameSchema,
  version: versionSchema,
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
export const announcementSchema = z.strictObject({
  ...announcement,
  checksum: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex").optional()
    .meta({ description: "SHA-256 of the archive; lets a finished push be repeated." }),
});

/** Body of the confirmation. */
export const confirmationSchema = z.strictObject({
  ...announcement,
  contentMetadata: z.unknown().meta({
    description: "Accepted from older clients; the server reads the archive itself.",
  }).optional(),
});

/** A checked announcement. */
export type Announcement = z.output<typeof confirmationSchema>;
