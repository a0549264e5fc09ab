import * as z from "npm:zod@4.6.7";
import { type Alert, alertFields } from "./alert.ts";

/** A secret that was committed. The secret itself is never part of it. */
export interface SecretAlert extends Alert {
  secretType: string;
  secretTypeName: string | null;
  provider: string | null;
  /** True for patterns that belong to no provider, which the platform leaves out of its own list. */
  generic: boolean;
  /** `active`, `inactive` or `unknown`. */
  validity: string | null;
  publiclyLeaked: boolean | null;
  /** Found in other repositories of the organisation, too. */
  multiRepo: boolean | null;
  pushProtectionBypassed: boolean | null;
  /** Where it was found first; null when that is not a file. */
  firstLocation: { path: string; line: number | null } | null;
}

/** Schema of {@linkcode SecretAlert}. */
export const secretAlertSchema: z.ZodType<SecretAlert> = z.object({
  ...alertFields,
  secretType: z.string(),
  secretTypeName: z.string().nullable(),
  provider: z.string().nullable(),
  generic: z.boolean(),
  validity: z.string().nullable(),
  publiclyLeaked: z.boolean().nullable(),
  multiRepo: z.boolean().nullable(),
  pushProtectionBypassed: z.boolean().nullable(),
  firstLocation: z.object({ path: z.string(), line: z.number().int().nullable() }).nullable(),
});
