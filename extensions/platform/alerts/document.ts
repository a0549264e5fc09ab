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

/** The open alerts of one repository, as one scanner sees it. */
export interface AlertsDocument<A extends Alert = Alert> {
  scanner: Scanner;
  /** `owner/name`, as it was asked for. */
  repo: string;
  /** False when the scanner is off there; null when it could not be found out. */
  available: boolean | null;
  /** Null when available. */
  reason: Reason | null;
  /** What went wrong when `available` is null. */
  error?: { code: string; message: string } | undefined;
  /** Highest number first; empty unless available. */
  alerts: A[];
  counts: Counts;
  /** True when more alerts exist than were read. */
  truncated: boolean;
  /** Generic patterns the server does not know; only of secret scanning. */
  patternsUnsupported?: string[] | undefined;
  /** Current name of the repository, when it was renamed. */
  renamedTo?: string | undefined;
  /** When this was read. */
  fetchedAt: string;
}

/** One invocation of `list`: every requested repository's document. */
export interface RunDocument<A extends Alert = Alert> {
  scanner: Scanner;
  org: string;
  /** `owner/name`, in the order asked for. */
  requestedRepos: string[];
  documents: AlertsDocument<A>[];
  startedAt: string;
  finishedAt: string;
  /** False when `available` is null for any repository. */
  complete: boolean;
}

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
export function alertsSchema<A extends Alert>(
  scanner: Scanner,
  alert: z.ZodType<A>,
): z.ZodType<AlertsDocument<A>> {
  return z.object({
    scanner: z.literal(scanner),
    repo: z.string().regex(repositoryPattern).describe("owner/name"),
    available: z.boolean().nullable().describe("False when disabled there, null when unknown"),
    reason: z.enum(REASONS).nullable(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    alerts: z.array(alert),
    counts: countsSchema,
    truncated: z.boolean().describe("True when more exist than were read"),
    patternsUnsupported: z.array(z.string()).optional()
      .describe("Generic patterns the server does not know"),
    renamedTo: z.string().regex(repositoryPattern).optional().describe(
      "Current name of the repository",
    ),
    fetchedAt: z.string().describe("ISO 8601"),
  });
}

/** Schema of the `run` output of a scanner whose alerts look like `alert`. */
export function runSchema<A extends Alert>(
  scanner: Scanner,
  alert: z.ZodType<A>,
): z.ZodType<RunDocument<A>> {
  return z.object({
    scanner: z.literal(scanner),
    org: z.string(),
    requestedRepos: z.array(z.string()).describe("owner/name, in the requested order"),
    documents: z.array(alertsSchema(scanner, alert)),
    startedAt: z.string().describe("ISO 8601"),
    finishedAt: z.string().describe("ISO 8601"),
    complete: z.boolean().describe("False when any repository could not be read"),
  });
}
