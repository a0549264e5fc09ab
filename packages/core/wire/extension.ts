import { z } from "zod";
import type { Contents } from "../descriptor/contents.ts";
import { RESTRICTION_CATEGORY_NAMES } from "../report/category.ts";
import { provenanceField } from "./provenance.ts";
import { PublishedByRun } from "./published_by_run.ts";
import { Outcome } from "./scorecard.ts";
import { ChannelName, Instant, PageMeta } from "./value.ts";

/** How many behavior types and reports a version holds (spec §2.7). */
export const ContentCounts = z.object({ behaviorTypes: z.int(), reports: z.int() })
  .meta({ id: "ContentCounts" });
export type ContentCounts = z.output<typeof ContentCounts>;

/** What a search hit and a full record share. */
const summary = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  repository: z.string().nullable(),
  repositoryVerified: z.boolean().nullable(),
  repositoryVerifiedUrl: z.string().nullable(),
  platforms: z.array(z.string()),
  labels: z.array(z.string()),
  contentTypes: z.array(z.string()),
  contents: ContentCounts.nullable().meta({
    description: "Counts of the shown version; null when not all of its files could be read.",
  }),
  latestVersion: z.string().nullable(),
  latestRc: z.string().nullable(),
  latestBeta: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deprecatedAt: Instant.nullable(),
  deprecationReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  score: z.object({
    percentage: z.int(),
    grade: z.string(),
    uncheckedPoints: z.int().exactOptional().meta({
      description:
        "Points that earn nothing because they could not be checked; absent when not known.",
    }),
    maxPoints: z.int().exactOptional().meta({ description: "The divisor." }),
  }).nullable(),
  verified: z.boolean(),
  pullCount: z.int(),
  permissions: z.record(z.string(), z.array(z.string())).nullable().meta({
    description: "What the shown version may do, by kind; null when it does not say.",
  }),
  isPrivate: z.boolean(),
};

/** One hit of a search. */
export const SearchEntry = z.object(summary).meta({ id: "SearchEntry" });
export type SearchEntry = z.output<typeof SearchEntry>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));

/** How many of the hits have which value, most frequent first. */
export const SearchFacets = z.object({
  exact: z.boolean().meta({
    description: "False when there are too many hits to count: counts are then lower bounds.",
  }),
  label: facet,
  contentType: facet,
  collective: facet,
  platform: facet.meta({
    description: "An extension that names no platform runs on all and counts for each.",
  }),
}).meta({ id: "SearchFacets" });
export type SearchFacets = z.output<typeof SearchFacets>;

/** Answer to a search. */
export const SearchResponse = z.object({
  extensions: z.array(SearchEntry),
  meta: PageMeta,
  correctedQuery: z.string().optional().meta({
    description:
      "What was searched for instead of `q`, when no extension has all of its words. Never " +
      "with one hit per page.",
  }),
  facets: SearchFacets.optional().meta({ description: "Present when asked for." }),
});
export type SearchResponse = z.output<typeof SearchResponse>;

/** Who published something: a person, or a collective through its token (spec §5.4). */
export const ExtensionAuthor = z.object({
  kind: z.enum(["person", "collective"]),
  username: z.string().meta({
    description: "The person's username or the collective's slug; unique.",
  }),
  displayName: z.string(),
});
export type ExtensionAuthor = z.output<typeof ExtensionAuthor>;

/**
 * What the operator of the registry keeps people from: `quarantine` is looked into and may be released;
 * what was taken down is nobody's to read, its owners included.
 */
export const Restriction = z.object({
  kind: z.enum(["quarantine", "takedown"]),
  at: Instant,
  category: z.enum(RESTRICTION_CATEGORY_NAMES).nullable(),
  note: z.string().nullable(),
}).meta({ id: "Restriction" });
export type Restriction = z.output<typeof Restriction>;
const restriction = Restriction.nullable().optional()
  .describe("Set while the operator keeps it from people");

/** An extension as readers see it (reference wire 1.4). */
export const ExtensionInfo = z.object({
  ...summary,
  namespace: z.string().meta({ description: "`@collective`." }),
  homepageUrl: z.string().nullable(),
  license: z.string().nullable(),
  contentNames: z.array(z.string()),
  author: ExtensionAuthor.nullable().meta({
    description: "Who published it first; null once the account is deleted.",
  }),
  yankedAt: Instant.nullable(),
  yankReason: z.string().nullable(),
  deprecatedByUserId: z.string().nullable(),
  repositoryVerifiedAt: Instant.nullable(),
  dependencies: z.array(z.string()),
  restriction,
  transferred: z.object({ from: z.string().nullable(), at: Instant }).exactOptional().meta({
    description: "For 90 days after it got another owner: its name before, where that is public.",
  }),
}).meta({ id: "ExtensionInfo" });
export type ExtensionInfo = z.output<typeof ExtensionInfo>;

/** One published version. */
export const VersionEntry = z.object({
  version: z.string(),
  channel: ChannelName,
  publishedAt: Instant,
  yankedAt: Instant.nullable(),
  yankReason: z.string().nullable().meta({ description: "Null unless it is yanked." }),
  verifiedBySvc: z.boolean().meta({
    description: "Set by an administrator of the registry (spec §2.6).",
  }),
  archiveSize: z.int().meta({ description: "Of the archive as it is downloaded, in bytes." }),
  publishedByRun: PublishedByRun.exactOptional().meta({
    description: "The CI run that published it; missing for one that was published otherwise.",
  }),
  restriction,
  provenance: provenanceField,
}).meta({ id: "VersionEntry" });
export type VersionEntry = z.output<typeof VersionEntry>;

/** Answer to a version list, newest first. */
export const VersionsResponse = z.object({ versions: z.array(VersionEntry), meta: PageMeta });
export type VersionsResponse = z.output<typeof VersionsResponse>;

/** Answer to `checksum`: what a client must know of a version before it takes its bytes. */
export const ChecksumResponse = z.object({
  checksum: z.string().meta({ description: "SHA-256 of the archive in hexadecimal." }),
  channel: ChannelName,
  publishedAt: Instant,
  yankedAt: Instant.nullable().meta({
    description: "Also set while the whole extension is yanked.",
  }),
  yankReason: z.string().nullable(),
  publishedAs: z.string().exactOptional().meta({
    description: "The name in the archive, where the extension had another one then.",
  }),
  provenance: provenanceField,
});
export type ChecksumResponse = z.output<typeof ChecksumResponse>;

/** The outcome for one extension, and of the version of it that somebody has. */
export const ExtensionStatus = z.object({
  name: z.string(),
  yankedAt: Instant.nullable(),
  yankReason: z.string().nullable(),
  deprecatedAt: Instant.nullable(),
  deprecationReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  restriction,
  latest: z.object({
    stable: z.string().nullable(),
    rc: z.string().nullable(),
    beta: z.string().nullable(),
  }).meta({ description: "The newest version of each channel; yanked ones are left out." }),
  eligible: z.object({
    stable: z.string().nullable(),
    rc: z.string().nullable(),
    beta: z.string().nullable(),
  }).meta({ description: "As `latest`, of the versions published before `publishedBefore`." }),
  installed: z.object({
    version: z.string(),
    channel: ChannelName,
    publishedAt: Instant,
    yankedAt: Instant.nullable(),
    yankReason: z.string().nullable(),
    advisories: z.array(z.string()).meta({
      description: "Known vulnerabilities and withdrawn packages among its npm dependencies.",
    }),
    trust: Outcome.meta({ description: "Outcome of the dependency trust audit." }),
    restriction,
  }).nullable().meta({ description: "The requested version; null without one." }),
}).meta({ id: "ExtensionStatus" });
export type ExtensionStatus = z.output<typeof ExtensionStatus>;

/** Answer to `status`: one entry for each extension that the caller may see, in the order asked. */
export const StatusResponse = z.object({ extensions: z.array(ExtensionStatus) });
export type StatusResponse = z.output<typeof StatusResponse>;

/** Answer to `latest`: the content arrays are flat inside the detail. */
export const LatestResponse = z.object({
  latestVersion: z.string(),
  latestVersionDetail: z.object({
    version: z.string(),
    publishedAt: Instant,
    channel: ChannelName,
    checksum: z.string(),
    verifiedBySvc: z.boolean(),
    provenance: provenanceField,
    described: z.enum(["evaluated", "source-text"]).meta({
      description: "`source-text`: read from the text of the sources, not evaluated.",
    }),
    models: described<"models">(),
    reports: described<"reports">(),
    vaults: described<"vaults">(),
    datastores: described<"datastores">(),
    permissions: z.record(z.string(), z.array(z.string())) as unknown as z.ZodType<
      Contents["permissions"]
    >,
    extensions: described<"extensions">(),
    workflows: described<"workflows">(),
    drivers: described<"drivers">(),
    skills: described<"skills">(),
    unread: z.array(z.object({ file: z.string(), problem: z.string() })).meta({
      description: "Files whose text could not be read.",
    }),
  }),
}).meta({ id: "Latest" });
export type LatestResponse = z.output<typeof LatestResponse>;

/** A part of the contents: described at push, and passed on as it was. */
function described<Key extends keyof Contents>(): z.ZodType<Contents[Key]> {
  return z.array(z.unknown()) as unknown as z.ZodType<Contents[Key]>;
}

/** Answer to a change of an extension's life. */
export const MessageResponse = z.object({ message: z.string() });
