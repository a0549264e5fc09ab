import * as z from "npm:zod@4.6.7";
import { type Alert, alertFields } from "./alert.ts";

/** A dependency with a known vulnerability. */
export interface DependabotAlert extends Alert {
  package: string;
  ecosystem: string;
  manifestPath: string | null;
  /** `development` or `runtime`. */
  scope: string | null;
  /** `direct`, `transitive`, `inconclusive` or `unknown`. */
  relationship: string | null;
  ghsaId: string;
  cveId: string | null;
  vulnerableRange: string;
  /** Null when no version is patched yet. */
  firstPatchedVersion: string | null;
}

/** Schema of {@linkcode DependabotAlert}. */
export const dependabotAlertSchema: z.ZodType<DependabotAlert> = z.object({
  ...alertFields,
  package: z.string(),
  ecosystem: z.string(),
  manifestPath: z.string().nullable(),
  scope: z.string().nullable(),
  relationship: z.string().nullable(),
  ghsaId: z.string(),
  cveId: z.string().nullable(),
  vulnerableRange: z.string(),
  firstPatchedVersion: z.string().nullable(),
});
