import * as z from "npm:zod@4.6.7";
import { alertFields } from "./alert.ts";

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
