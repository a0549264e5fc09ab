import * as z from "npm:zod@4.6.7";
import { type Alert, alertFields } from "./alert.ts";

/** A place in the code that breaks a rule. */
export interface CodeScanningAlert extends Alert {
  ruleId: string | null;
  ruleName: string | null;
  /** The tool that found it, for example `CodeQL`. */
  tool: string | null;
  path: string | null;
  line: number | null;
  /** The full name of the branch it was found on. */
  ref: string | null;
  commitSha: string | null;
  /** What the file is, for example `test` or `generated`. */
  classifications: string[];
}

/** Schema of {@linkcode CodeScanningAlert}. */
export const codeScanningAlertSchema: z.ZodType<CodeScanningAlert> = z.object({
  ...alertFields,
  ruleId: z.string().nullable(),
  ruleName: z.string().nullable(),
  tool: z.string().nullable(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  ref: z.string().nullable(),
  commitSha: z.string().nullable(),
  classifications: z.array(z.string()),
});
