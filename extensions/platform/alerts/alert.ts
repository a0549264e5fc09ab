import * as z from "npm:zod@4.6.7";
import { SEVERITIES } from "./severity.ts";

/** The fields of {@linkcode Alert}, for the schemas of each scanner's. */
const alertFields = {
  /** Counted by the platform, for each repository and scanner. */
  number: z.number().int(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  url: z.string(),
  createdAt: z.string().describe("ISO 8601"),
  updatedAt: z.string().nullable().describe("ISO 8601"),
};

const alert = z.object(alertFields);

/** What an alert of any scanner has. Times are ISO 8601. */
export type Alert = z.infer<typeof alert>;

/** Schema of {@linkcode CodeScanningAlert}. */
export const codeScanningAlertSchema = z.object({
  ...alertFields,
  ruleId: z.string().nullable(),
  ruleName: z.string().nullable(),
  /** The tool that found it, for example `CodeQL`. */
  tool: z.string().nullable(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  /** The full name of the branch it was found on. */
  ref: z.string().nullable(),
  commitSha: z.string().nullable(),
  /** What the file is, for example `test` or `generated`. */
  classifications: z.array(z.string()),
});

/** A place in the code that breaks a rule. */
export type CodeScanningAlert = z.infer<typeof codeScanningAlertSchema>;

/** Schema of {@linkcode DependabotAlert}. */
export const dependabotAlertSchema = z.object({
  ...alertFields,
  package: z.string(),
  ecosystem: z.string(),
  manifestPath: z.string().nullable(),
  /** `development` or `runtime`. */
  scope: z.string().nullable(),
  /** `direct`, `transitive`, `inconclusive` or `unknown`. */
  relationship: z.string().nullable(),
  ghsaId: z.string(),
  cveId: z.string().nullable(),
  vulnerableRange: z.string(),
  /** Null when no version is patched yet. */
  firstPatchedVersion: z.string().nullable(),
});

/** A dependency with a known vulnerability. */
export type DependabotAlert = z.infer<typeof dependabotAlertSchema>;

/** Schema of {@linkcode SecretAlert}. */
export const secretAlertSchema = z.object({
  ...alertFields,
  secretType: z.string(),
  secretTypeName: z.string().nullable(),
  provider: z.string().nullable(),
  /** True for patterns that belong to no provider, which the platform leaves out of its own list. */
  generic: z.boolean(),
  /** `active`, `inactive` or `unknown`. */
  validity: z.string().nullable(),
  publiclyLeaked: z.boolean().nullable(),
  /** Found in other repositories of the organisation, too. */
  multiRepo: z.boolean().nullable(),
  pushProtectionBypassed: z.boolean().nullable(),
  /** Where it was found first; null when that is not a file. */
  firstLocation: z.object({ path: z.string(), line: z.number().int().nullable() }).nullable(),
});

/** A secret that was committed. The secret itself is never part of it. */
export type SecretAlert = z.infer<typeof secretAlertSchema>;
