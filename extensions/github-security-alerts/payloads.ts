import * as z from "npm:zod@4.6.7";
import { type Reason, REASONS } from "../platform/alerts/document.ts";
import { type Scanner, SCANNERS } from "../platform/alerts/scanner.ts";
import { SEVERITIES, type Severity } from "../platform/alerts/severity.ts";
import { type Payload, payloadSchema } from "./messages/block.ts";

/** What one invocation of `build` writes. */
export interface Payloads {
  org: string;
  builtAt: string;
  payloads: {
    /** `owner/name`. */
    repo: string;
    total: number;
    worst: Severity;
    /** A message, ready to be sent. */
    payload: Payload;
  }[];
  /** Repositories without an open alert, as far as their scanners are available. */
  quietRepos: string[];
  /** What no scanner looked at, and why. */
  unavailable: { repo: string; scanner: Scanner; reason: Reason }[];
}

/** Schema of the `payloads` output. */
export const payloadsSchema: z.ZodType<Payloads> = z.object({
  org: z.string(),
  builtAt: z.string().describe("ISO 8601"),
  payloads: z.array(z.object({
    repo: z.string().describe("owner/name"),
    total: z.number().int(),
    worst: z.enum(SEVERITIES),
    payload: payloadSchema,
  })),
  quietRepos: z.array(z.string()).describe("Repositories without an open alert"),
  unavailable: z.array(z.object({
    repo: z.string(),
    scanner: z.enum(SCANNERS),
    reason: z.enum(REASONS),
  })).describe("Scanners that are off somewhere, and why"),
});
