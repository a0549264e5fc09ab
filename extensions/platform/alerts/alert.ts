import * as z from "npm:zod@4.6.7";
import { SEVERITIES, type Severity } from "./severity.ts";

/** What an alert of any scanner has. Times are ISO 8601. */
export interface Alert {
  /** Counted by the platform, for each repository and scanner. */
  number: number;
  severity: Severity;
  title: string;
  /** The alert's page. */
  url: string;
  createdAt: string;
  updatedAt: string | null;
}

/** The fields of {@linkcode Alert}, for the schemas of each scanner's. */
export const alertFields = {
  number: z.number().int(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  url: z.string(),
  createdAt: z.string().describe("ISO 8601"),
  updatedAt: z.string().nullable().describe("ISO 8601"),
};
