import type { Channel } from "../channel/channel.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import type { Scorecard } from "./scorecard.ts";

/** Body of the push announcement (reference wire 1.3). Times are ISO 8601 throughout. */
export interface PushRequest {
  name: string;
  version: string;
  description: string;
  dependencies: string[];
  platforms: string[];
  labels: string[];
  repository?: string;
  releaseNotes?: string;
  binaries?: string[];
  /** Absent means stable. */
  channel?: "beta" | "rc";
}

/** Answer to the announcement. `uploadUrl` is absolute and authorises itself. */
export interface PushResponse {
  uploadUrl: string;
  s3Key: string;
  extensionId: string;
}

/** Answer to the confirmation: the version is published, and this is its score. */
export interface ConfirmResponse {
  extensionId: string;
  name: string;
  version: string;
  channel: Channel;
  /** SHA-256 of the archive, hex. */
  checksum: string;
  /** True when the same bytes were published before: nothing changed. */
  alreadyPublished: boolean;
  isPrivate: boolean;
  scorecard: Scorecard;
}

/** Who published something: a person, or a collective through its token (spec §5.4). */
export interface ExtensionAuthor {
  kind: "person" | "collective";
  /** The person's username or the collective's slug; no two of them are the same. */
  username: string;
  displayName: string;
}

/** An extension as readers see it (reference wire 1.4). */
export interface ExtensionInfo {
  id: string;
  name: string;
  /** `@collective`. */
  namespace: string;
  description: string;
  repository: string | null;
  homepageUrl: string | null;
  license: string | null;
  platforms: string[];
  labels: string[];
  contentTypes: string[];
  contentNames: string[];
  latestVersion: string | null;
  latestRc: string | null;
  latestBeta: string | null;
  /** Who published it first; null once they are gone. */
  author: ExtensionAuthor | null;
  createdAt: string;
  updatedAt: string;
  yankedAt: string | null;
  yankReason: string | null;
  deprecatedAt: string | null;
  deprecatedByUserId: string | null;
  deprecationReason: string | null;
  supersededBy: string | null;
  repositoryVerified: boolean | null;
  repositoryVerifiedAt: string | null;
  repositoryVerifiedUrl: string | null;
  pullCount: number;
  score: { percentage: number; grade: string } | null;
  verified: boolean;
  dependencies: string[];
  isPrivate: boolean;
}

/** One hit of a search. */
export interface SearchEntry {
  id: string;
  name: string;
  description: string;
  repository: string | null;
  repositoryVerified: boolean | null;
  repositoryVerifiedUrl: string | null;
  platforms: string[];
  labels: string[];
  contentTypes: string[];
  latestVersion: string | null;
  latestRc: string | null;
  latestBeta: string | null;
  createdAt: string;
  updatedAt: string;
  deprecatedAt: string | null;
  deprecationReason: string | null;
  supersededBy: string | null;
  score: { percentage: number; grade: string } | null;
  verified: boolean;
}

/** Where a page stands in a list. */
export interface PageMeta {
  total: number;
  page: number;
  perPage: number;
}

/** Answer to a search. */
export interface SearchResponse {
  extensions: SearchEntry[];
  meta: PageMeta;
}

/** One published version. */
export interface VersionEntry {
  version: string;
  channel: Channel;
  publishedAt: string;
  yankedAt: string | null;
  /** Set by an administrator of the registry (spec §2.6). */
  verifiedBySvc: boolean;
}

/** Answer to a version list, newest first. */
export interface VersionsResponse {
  versions: VersionEntry[];
  meta: PageMeta;
}

/** Answer to `latest`: the content arrays are flat inside the detail. */
export interface LatestResponse {
  latestVersion: string;
  latestVersionDetail:
    & {
      version: string;
      publishedAt: string;
      channel: Channel;
      checksum: string;
      verifiedBySvc: boolean;
    }
    & Pick<Descriptor, "models" | "reports" | "vaults" | "datastores" | "permissions">
    & { extensions: unknown[]; workflows: unknown[]; drivers: unknown[]; skills: unknown[] };
}
