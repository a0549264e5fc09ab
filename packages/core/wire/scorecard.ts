import { z } from "zod";
import { FACTOR_IDS, GRADE_NAMES } from "../rubric/rubric.ts";

/** How a check came out. Only `passed` earns points: "could not check" is never "passed" (design §1.4). */
export const Outcome = z.enum(["passed", "failed", "notRun", "error"]);
export type Outcome = z.output<typeof Outcome>;

/** A place that cost the points, with what to do there. */
export const Finding = z.object({
  place: z.string().meta({
    description: "`path:line` inside the extension, `npm:name@version`, or a manifest key.",
  }),
  message: z.string().meta({ description: "What is wrong there." }),
});
export type Finding = z.output<typeof Finding>;

/** One factor of a scorecard. */
export const FactorResult = z.object({
  id: z.enum([...FACTOR_IDS, "provenance"]),
  label: z.string(),
  earnedPoints: z.int(),
  maxPoints: z.int(),
  outcome: Outcome,
  status: z.enum(["earned", "missing", "provisional"]).meta({
    description: "`provisional` only in the client, for repository verification.",
  }),
  remediation: z.string().exactOptional().meta({
    description: "The shortest fix; present when the points are not earned.",
  }),
  findings: z.array(Finding).meta({ description: "At most fifty." }),
});
export type FactorResult = z.output<typeof FactorResult>;

/** One audited dependency. */
export const AuditedDependency = z.object({
  name: z.string(),
  version: z.string(),
  registry: z.enum(["npm", "jsr"]),
  license: z.string().nullable(),
  weeklyDownloads: z.number().nullable(),
  lastPublishedAt: z.string().nullable().meta({ description: "ISO 8601." }),
  outcome: Outcome,
  blockers: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type AuditedDependency = z.output<typeof AuditedDependency>;

/** The dependency trust audit of a version. */
export const DependencyTrust = z.object({
  outcome: Outcome,
  audited: z.array(AuditedDependency),
});
export type DependencyTrust = z.output<typeof DependencyTrust>;

/** A scorecard. The registry stores none and composes it on each read (spec §2.6). */
export const Scorecard = z.object({
  rubricVersion: z.int(),
  audience: z.enum(["client", "server"]).meta({
    description: "`server` counts all points; `client` excludes those of verification.",
  }),
  earnedPoints: z.int(),
  maxPoints: z.int().meta({ description: "The divisor." }),
  provisionalPoints: z.int().meta({ description: "Points that only the server can award." }),
  percentage: z.int(),
  grade: z.enum(GRADE_NAMES),
  allPassed: z.boolean(),
  factors: z.array(FactorResult),
  dependencyTrust: DependencyTrust,
}).meta({ id: "Scorecard" });
export type Scorecard = z.output<typeof Scorecard>;
