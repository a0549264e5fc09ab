import * as z from "npm:zod@4.6.7";
import { REASONS } from "../../platform/alerts/document.ts";
import { SCANNERS } from "../../platform/alerts/scanner.ts";
import { SEVERITIES } from "../../platform/alerts/severity.ts";
import { payloadSchema } from "./block.ts";

/** Schema of the `payloads` output. */
export const payloadsSchema = z.object({
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

/** What one invocation of `build` writes. */
export type Payloads = z.infer<typeof payloadsSchema>;
