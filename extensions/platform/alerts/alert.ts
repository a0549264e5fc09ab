import * as z from "npm:zod@4.6.7";
import { SEVERITIES } from "./severity.ts";

/** The fields of {@linkcode Alert}, for the schemas of each scanner's. */
export const alertFields = {
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
