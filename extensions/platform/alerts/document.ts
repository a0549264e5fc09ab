import * as z from "npm:zod@4.6.7";
import { repositoryPattern } from "../repository_name.ts";
import type { Alert } from "./alert.ts";
import type { Scanner } from "./scanner.ts";
import type { Counts } from "./severity.ts";

/** Why a repository's alerts could not be listed. */
export const REASONS = [
  "no-analysis",
  "disabled",
  "archived",
  "legal",
  "not-found",
  "error",
] as const;

/** One of {@link REASONS}. */
export type Reason = typeof REASONS[number];

const countsSchema: z.ZodType<Counts> = z.object({
  critical: z.number().int(),
  high: z.number().int(),
  medium: z.number().int(),
  low: z.number().int(),
  note: z.number().int(),
  unknown: z.number().int(),
  total: z.number().int(),
});

/** Schema of the `alerts` output of a scanner whose alerts look like `alert`. */
export const alertsSchema = <A extends Alert>(scanner: Scanner, alert: z.ZodType<A>) =>
  z.object({
    scanner: z.literal(scanner),
    repo: z.string().regex(repositoryPattern).describe("owner/name"),
    available: z.boolean().nullable().describe("False when disabled there, null when unknown"),
    /** Null when available. */
    reason: z.enum(REASONS).nullable(),
    /** What went wrong when `available` is null. */
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    /** Highest number first; empty unless available. */
    alerts: z.array(alert),
    counts: countsSchema,
    truncated: z.boolean().describe("True when more exist than were read"),
    /** Only of secret scanning. */
    patternsUnsupported: z.array(z.string()).optional()
      .describe("Generic patterns the server does not know"),
    renamedTo: z.string().regex(repositoryPattern).optional().describe(
      "Current name of the repository",
    ),
    fetchedAt: z.string().describe("ISO 8601"),
  });

/** The open alerts of one repository, as one scanner sees it. */
export type AlertsDocument<A extends Alert = Alert> = z.infer<ReturnType<typeof alertsSchema<A>>>;

/** Schema of the `run` output of a scanner whose alerts look like `alert`. */
export const runSchema = <A extends Alert>(scanner: Scanner, alert: z.ZodType<A>) =>
  z.object({
    scanner: z.literal(scanner),
    org: z.string(),
    requestedRepos: z.array(z.string()).describe("owner/name, in the requested order"),
    documents: z.array(alertsSchema(scanner, alert)),
    startedAt: z.string().describe("ISO 8601"),
    finishedAt: z.string().describe("ISO 8601"),
    complete: z.boolean().describe("False when any repository could not be read"),
  });

/** One invocation of `list`: every requested repository's document. */
export type RunDocument<A extends Alert = Alert> = z.infer<ReturnType<typeof runSchema<A>>>;
