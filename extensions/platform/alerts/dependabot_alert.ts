import * as z from "npm:zod@4.6.7";
import { alertFields } from "./alert.ts";

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
