import { z } from "zod";
import { channelSchema } from "./params.ts";

const time = z.string().meta({ format: "date-time" });
const score = z.object({ percentage: z.number().int(), grade: z.string() }).nullable();
const outcome = z.enum(["passed", "failed", "notRun", "error"]);

/** A scorecard on the wire (spec §2.6). */
export const scorecardShape = z.object({
  rubricVersion: z.number().int(),
  audience: z.enum(["client", "server"]),
  earnedPoints: z.number().int(),
  maxPoints: z.number().int(),
  provisionalPoints: z.number().int(),
  percentage: z.number().int(),
  grade: z.enum(["A", "B", "C", "D", "F"]),
  allPassed: z.boolean(),
  factors: z.array(z.object({
    id: z.string(),
    label: z.string(),
    earnedPoints: z.number().int(),
    maxPoints: z.number().int(),
    outcome,
    status: z.enum(["earned", "missing", "provisional"]),
    remediation: z.string().optional(),
    findings: z.array(z.object({ place: z.string(), message: z.string() })),
  })),
  dependencyTrust: z.object({
    outcome,
    audited: z.array(z.object({
      name: z.string(),
      version: z.string(),
      registry: z.enum(["npm", "jsr"]),
      license: z.string().nullable(),
      weeklyDownloads: z.number().nullable(),
      lastPublishedAt: z.string().nullable(),
      outcome,
      blockers: z.array(z.string()),
      warnings: z.array(z.string()),
    })),
  }),
}).meta({ id: "Scorecard" });

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
  createdAt: time,
  updatedAt: time,
  deprecatedAt: time.nullable(),
  deprecationReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  score,
  verified: z.boolean(),
};

/** One hit of a search. */
export const searchEntryShape = z.object(summary).meta({ id: "SearchEntry" });

/** An extension as readers see it. */
export const extensionInfoShape = z.object({
  ...summary,
  namespace: z.string(),
  homepageUrl: z.string().nullable(),
  license: z.string().nullable(),
  contentNames: z.array(z.string()),
  author: z.object({
    kind: z.enum(["person", "collective"]),
    username: z.string(),
    displayName: z.string(),
  }).nullable(),
  yankedAt: time.nullable(),
  yankReason: z.string().nullable(),
  deprecatedByUserId: z.string().nullable(),
  repositoryVerifiedAt: time.nullable(),
  pullCount: z.number().int(),
  dependencies: z.array(z.string()),
  isPrivate: z.boolean(),
}).meta({ id: "ExtensionInfo" });

/** Where a page stands in its list. */
export const pageMetaShape = z.object({
  total: z.number().int(),
  page: z.number().int(),
  perPage: z.number().int(),
}).meta({ id: "PageMeta" });

/** Answer to `latest`. */
export const latestShape = z.object({
  latestVersion: z.string(),
  latestVersionDetail: z.object({
    version: z.string(),
    publishedAt: time,
    channel: channelSchema,
    checksum: z.string(),
    verifiedBySvc: z.boolean(),
    models: z.array(z.unknown()),
    reports: z.array(z.unknown()),
    vaults: z.array(z.unknown()),
    datastores: z.array(z.unknown()),
    permissions: z.record(z.string(), z.array(z.string())),
    extensions: z.array(z.unknown()),
    workflows: z.array(z.unknown()),
    drivers: z.array(z.unknown()),
    skills: z.array(z.unknown()),
  }),
}).meta({ id: "Latest" });

/** Answer to a lifecycle change. */
export const messageShape = z.object({ message: z.string() });
