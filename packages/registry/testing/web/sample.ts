import { type Contents, type Descriptor, parseContents } from "@svc/core/descriptor";
import { FACTORS, gradeOf, percentage } from "@svc/core/rubric";
import type {
  ExtensionInfo,
  FactorResult,
  Outcome,
  Scorecard,
  SearchEntry,
  VersionEntry,
} from "@svc/core/wire";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";

/** The clock of rendering tests. */
export const NOW = new Date("2026-11-21T12:00:00Z");

/** A visitor's frame. */
export const FRAME: PageFrame = { viewer: undefined, here: "/" };

/** An extension as readers see it, with what a test changes. */
export function sampleInfo(changes: Partial<ExtensionInfo> = {}): ExtensionInfo {
  return {
    id: "5b0f6f5e-0d6c-4f0e-9d3a-0f1f6d1d7a10",
    name: "@acme/repo-insight",
    namespace: "@acme",
    description: "Lists repositories, pull requests, issues and releases of a code host.",
    repository: "https://github.com/acme/repo-insight",
    homepageUrl: null,
    license: "Apache-2.0",
    platforms: [],
    labels: ["code-hosting", "read-only"],
    contentTypes: ["models", "reports"],
    contents: { behaviorTypes: 1, reports: 1 },
    contentNames: ["@acme/repo-insight"],
    latestVersion: "2026.11.20.3",
    latestRc: null,
    latestBeta: null,
    author: { kind: "person", username: "ada", displayName: "Ada" },
    createdAt: "2026-10-01T08:00:00.000Z",
    updatedAt: "2026-11-20T08:00:00.000Z",
    yankedAt: null,
    yankReason: null,
    deprecatedAt: null,
    deprecatedByUserId: null,
    deprecationReason: null,
    supersededBy: null,
    repositoryVerified: true,
    repositoryVerifiedAt: "2026-11-20T08:00:00.000Z",
    repositoryVerifiedUrl: "https://github.com/acme/repo-insight",
    pullCount: 1204,
    score: { percentage: 85, grade: "B" },
    verified: true,
    dependencies: ["@acme/common@2026.01.01.1"],
    permissions: { net: ["api.github.com", "${env.GITHUB_API_URL}"], run: ["gh"] },
    isPrivate: false,
    ...changes,
  };
}

/** A search hit. */
export function sampleEntry(changes: Partial<SearchEntry> = {}): SearchEntry {
  const info = sampleInfo();
  return {
    id: info.id,
    name: info.name,
    description: info.description,
    repository: info.repository,
    repositoryVerified: info.repositoryVerified,
    repositoryVerifiedUrl: info.repositoryVerifiedUrl,
    platforms: info.platforms,
    labels: info.labels,
    contentTypes: info.contentTypes,
    contents: info.contents,
    latestVersion: info.latestVersion,
    latestRc: info.latestRc,
    latestBeta: info.latestBeta,
    createdAt: info.createdAt,
    updatedAt: info.updatedAt,
    deprecatedAt: null,
    deprecationReason: null,
    supersededBy: null,
    score: info.score,
    verified: info.verified,
    pullCount: info.pullCount,
    permissions: info.permissions,
    isPrivate: info.isPrivate,
    ...changes,
  };
}

/** A server scorecard in which the factors of `outcomes` came out as said, all others passed. */
export function sampleScorecard(
  outcomes: Partial<Record<FactorResult["id"], Outcome>> = {},
): Scorecard {
  const factors = FACTORS.map((row): FactorResult => {
    const outcome = outcomes[row.id] ?? "passed";
    const earned = outcome === "passed";
    return {
      id: row.id,
      label: row.label,
      earnedPoints: earned ? row.points : 0,
      maxPoints: row.points,
      outcome,
      status: earned ? "earned" : "missing",
      ...(earned ? {} : { remediation: row.remedy }),
      findings: outcome === "failed"
        ? [{ place: "models/insight.ts:12", message: "see here" }]
        : [],
    };
  });
  const maxPoints = factors.reduce((sum, factor) => sum + factor.maxPoints, 0);
  const earnedPoints = factors.reduce((sum, factor) => sum + factor.earnedPoints, 0);
  return {
    rubricVersion: 1,
    audience: "server",
    earnedPoints,
    maxPoints,
    provisionalPoints: 0,
    percentage: percentage(earnedPoints, maxPoints),
    grade: gradeOf(earnedPoints, maxPoints),
    allPassed: earnedPoints === maxPoints,
    factors,
    dependencyTrust: {
      outcome: outcomes["dependency-trust"] ?? "passed",
      audited: [{
        name: "@octokit/core",
        version: "7.0.8",
        registry: "npm",
        license: "MIT",
        weeklyDownloads: 30_123_456,
        lastPublishedAt: "2026-09-12T00:00:00.000Z",
        outcome: "passed",
        blockers: [],
        warnings: ["MEDIUM severity vulnerability GHSA-0000-0000-0000"],
      }],
    },
  };
}

/** A descriptor with one type, two methods, two outputs, one report and three permissions. */
export const SAMPLE_DESCRIPTOR: Descriptor = {
  descriptorVersion: 1,
  models: [{
    file: "insight.ts",
    type: "@acme/repo-insight",
    version: "2026.11.20.3",
    globalArguments: {
      type: "object",
      properties: {
        owner: { type: "string", description: "Organization or user that owns the repositories." },
        token: { type: "string", sensitive: true, description: "A key that may read them." },
        state: { enum: ["open", "closed", "all"], default: "open", description: "Which ones." },
      },
      required: ["owner", "token"],
    },
    dataOutputSpecs: [
      {
        specName: "repos",
        kind: "resource",
        description: "Repositories of the owner.",
        lifetime: "infinite",
        garbageCollection: 10,
        schema: {
          type: "object",
          properties: {
            name: { type: "string", description: "Name of the repository." },
            deployKey: { type: "string", sensitive: true },
          },
          required: ["name"],
        },
      },
      {
        specName: "log",
        kind: "file",
        description: "What was asked.",
        contentType: "text/plain",
        lifetime: "30d",
        garbageCollection: 5,
        streaming: true,
      },
    ],
    methods: [
      { name: "list_repos", description: "Lists repositories.", arguments: { type: "object" } },
      {
        name: "list_prs",
        description: "Lists pull requests of one repository.",
        arguments: {
          type: "object",
          properties: {
            repo: { type: "string", description: "Name of the repository." },
            labels: { type: "array", items: { type: "string" } },
          },
          required: ["repo"],
        },
      },
    ],
    checks: [{
      name: "owner-exists",
      description: "The owner is there.",
      labels: ["network"],
      appliesTo: ["list_prs"],
    }],
  }],
  reports: [{
    file: "daily.ts",
    name: "@acme/daily",
    description: "What changed since yesterday.",
    scope: "model",
    labels: [],
  }],
  vaults: [],
  datastores: [],
  permissions: { net: ["api.github.com", "${env.GITHUB_API_URL}"], run: ["gh"], env: ["GH_TOKEN"] },
};

/** Three versions, the newest a beta, the oldest yanked. */
export const SAMPLE_VERSIONS: VersionEntry[] = [
  {
    version: "2026.11.21.1",
    channel: "beta",
    publishedAt: "2026-11-21T08:00:00.000Z",
    yankedAt: null,
    yankReason: null,
    verifiedBySvc: false,
    archiveSize: 12_345,
  },
  {
    version: "2026.11.20.3",
    channel: "stable",
    publishedAt: "2026-11-20T08:00:00.000Z",
    yankedAt: null,
    yankReason: null,
    verifiedBySvc: false,
    archiveSize: 12_345,
  },
  {
    version: "2026.10.01.1",
    channel: "stable",
    publishedAt: "2026-10-01T08:00:00.000Z",
    yankedAt: "2026-10-02T08:00:00.000Z",
    yankReason: "Leaks a token",
    verifiedBySvc: false,
    archiveSize: 12_001,
  },
];

/** The same as the registry stores it. */
export const SAMPLE_CONTENTS: Contents = parseContents(
  JSON.stringify(SAMPLE_DESCRIPTOR),
  "@acme/repo-insight",
);
