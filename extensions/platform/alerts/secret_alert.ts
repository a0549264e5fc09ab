import * as z from "npm:zod@4.6.7";
import { alertFields } from "./alert.ts";

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
