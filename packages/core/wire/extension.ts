import { z } from "zod";
import type { Contents } from "../descriptor/contents.ts";
import { ChannelName, Instant, PageMeta } from "./value.ts";

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
  latestVersion: z.string().nullable(),
  latestRc: z.string().nullable(),
  latestBeta: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deprecatedAt: Instant.nullable(),
  deprecationReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  score: z.object({ percentage: z.int(), grade: z.string() }).nullable(),
  verified: z.boolean(),
};

/** One hit of a search. */
export const SearchEntry = z.object(summary).meta({ id: "SearchEntry" });
export type SearchEntry = z.output<typeof SearchEntry>;

/** Answer to a search. */
export const SearchResponse = z.object({ extensions: z.array(SearchEntry), meta: PageMeta });
export type SearchResponse = z.output<typeof SearchResponse>;

/** Who published something: a person, or a collective through its token (spec §5.4). */
export const ExtensionAuthor = z.object({
  kind: z.enum(["person", "collective"]),
  username: z.string().meta({
    description: "The person's username or the collective's slug; no two of them are the same.",
  }),
  displayName: z.string(),
});
export type ExtensionAuthor = z.output<typeof ExtensionAuthor>;

/** An extension as readers see it (reference wire 1.4). */
export const ExtensionInfo = z.object({
  ...summary,
  namespace: z.string().meta({ description: "`@collective`." }),
  homepageUrl: z.string().nullable(),
  license: z.string().nullable(),
  contentNames: z.array(z.string()),
  author: ExtensionAuthor.nullable().meta({
    description: "Who published it first; null once they are gone.",
  }),
  yankedAt: Instant.nullable(),
  yankReason: z.string().nullable(),
  deprecatedByUserId: z.string().nullable(),
  repositoryVerifiedAt: Instant.nullable(),
  pullCount: z.int(),
  dependencies: z.array(z.string()),
  isPrivate: z.boolean(),
}).meta({ id: "ExtensionInfo" });
export type ExtensionInfo = z.output<typeof ExtensionInfo>;

/** One published version. */
export const VersionEntry = z.object({
  version: z.string(),
  channel: ChannelName,
  publishedAt: Instant,
  yankedAt: Instant.nullable(),
  verifiedBySvc: z.boolean().meta({
    description: "Set by an administrator of the registry (spec §2.6).",
  }),
});
export type VersionEntry = z.output<typeof VersionEntry>;

/** Answer to a version list, newest first. */
export const VersionsResponse = z.object({ versions: z.array(VersionEntry), meta: PageMeta });
export type VersionsResponse = z.output<typeof VersionsResponse>;

/** Answer to `latest`: the content arrays are flat inside the detail. */
export const LatestResponse = z.object({
  latestVersion: z.string(),
  latestVersionDetail: z.object({
    version: z.string(),
    publishedAt: Instant,
    channel: ChannelName,
    checksum: z.string(),
    verifiedBySvc: z.boolean(),
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
