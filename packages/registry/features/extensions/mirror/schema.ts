import { ChannelName, Instant, NameField, ProvenanceSummary, VersionField } from "@svc/core/wire";
import { z } from "zod";

/** A page of changes. */
export const IndexChanges = z.object({
  changes: z.array(z.object({
    name: NameField,
    serial: z.int().min(0).describe("Increases with every change in the registry"),
    removed: z.boolean().describe("True when the extension is no longer public"),
  })).describe("Each extension once, ordered by its last change"),
  next: z.int().min(0).describe("Send it as `since` to get the changes after these"),
  more: z.boolean().describe("True when there are more changes already"),
});

/** All that a mirror needs of an extension. */
export const IndexDocument = z.object({
  name: NameField,
  serial: z.int().min(0).nullable().describe(
    "Number of its last change when this was made: smaller than the one that the list of changes " +
      "gives in a copy from before. Null when it was never public",
  ),
  channels: z.object({
    stable: VersionField.nullable(),
    rc: VersionField.nullable(),
    beta: VersionField.nullable(),
  })
    .describe("The newest version of each channel; none while the extension is yanked"),
  yankedAt: Instant.nullable(),
  yankReason: z.string().nullable(),
  deprecatedAt: Instant.nullable(),
  supersededBy: z.string().nullable(),
  versions: z.array(z.object({
    version: VersionField,
    channel: ChannelName,
    publishedAt: Instant,
    checksum: z.string().describe("SHA-256 of the archive, hex"),
    bytes: z.int().min(0).describe("Length of the archive"),
    dependencies: z.array(z.string()),
    yankedAt: Instant.nullable(),
    yankReason: z.string().nullable(),
    provenance: ProvenanceSummary.nullable().describe(
      "Where it came from, as its statement says, which is at its address with /provenance",
    ),
  })).describe("Oldest first"),
});
