import type { DataReader } from "../../../platform/context.ts";
import { resourcePages } from "../../../platform/documents/resource_pages.ts";
import { PlatformFailure } from "../../../platform/failure.ts";
import { markdownText } from "../../../platform/markdown.ts";
import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import {
  type BrokenDocument,
  brokenSection,
  storedDocuments,
} from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import { documentName, snapshotPrefix } from "../../naming/names.ts";
import { type PrFacts, type PrReport, prReportSchema } from "../../outputs/pr_report.ts";
import { type LedgerPr, prSnapshotSchema } from "../../outputs/subjects.ts";
import { gather } from "../../pr_report/gather.ts";
import { renderPr } from "../../pr_report/render.ts";
import { type Settings, settingsOf, unreadSection } from "../settings.ts";

/** What the report says. */
export interface PrReview {
  /** Name of the page it repeats; null when it was made of the stored data just now. */
  prReport: string | null;
  /** Null when there is nothing to show. */
  number: number | null;
  includePrivate: boolean;
  facts: PrFacts | null;
  sources: string[];
  broken: BrokenDocument[];
  unread: string[];
  generatedAt: string;
}

/**
 * The page that `render_pr_report` made last, or the same page of the stored data when there is none.
 * After a run with a `prNumber` it is about that pull request, else about the one of the last page, or
 * the open one that changed last. Pages with private events are shown only where the behavior does.
 */
export async function prReviewReport(
  context: ReportContext,
  now: Date = new Date(),
): Promise<ReportResult<PrReview>> {
  const settings = settingsOf(context.globalArgs);
  const broken: BrokenDocument[] = [];
  const none: PrReview = {
    prReport: null,
    number: null,
    includePrivate: settings.includePrivate,
    facts: null,
    sources: [],
    broken,
    unread: settings.unread,
    generatedAt: now.toISOString(),
  };
  const { repository, includePrivate } = settings;
  if (repository === null) {
    return page(none, settings, "The behavior has no repository: set owner and repo.");
  }
  const number = numberOf(context.methodArgs.prNumber);
  const made = await newestReport(context, { repository, number, includePrivate, broken });
  if (made !== null) {
    const { facts, sources, generatedAt, markdown } = made.report;
    const shown = { prReport: made.name, number: made.report.number, facts, sources, generatedAt };
    const json = { ...none, ...shown, includePrivate: made.report.includePrivate };
    return page(json, settings, markdown.trimEnd());
  }
  const chosen = number ?? await changedLast(context, settings, broken);
  if (chosen === null) {
    return page(
      none,
      settings,
      "No pull request is stored yet. Run `sync_github_prs` first.",
    );
  }
  const wanted = { repository, number: chosen, includePrivate, since: null, until: null };
  try {
    const { facts, sources } = await gather(context, wanted);
    return page({ ...none, number: chosen, facts, sources }, settings, renderPr(facts).trimEnd());
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    return page({ ...none, number: chosen }, settings, markdownText(error.message));
  }
}

function page(json: PrReview, { unread }: Settings, body: string): ReportResult<PrReview> {
  const parts = [body, ...unreadSection(unread), ...brokenSection(json.broken)];
  if (json.facts === null) parts.unshift("# Review of a pull request");
  return { markdown: `${parts.join("\n\n")}\n`, json };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) > 0 ? number as number : undefined;
}

/** The open pull request that changed last, else the one that did of all; null when none is stored. */
async function changedLast(
  context: ReportContext,
  { repository }: Settings,
  broken: BrokenDocument[],
): Promise<number | null> {
  let last: Pick<LedgerPr, "number" | "state" | "updatedAt"> | null = null;
  const snapshots = storedDocuments(context, {
    spec: "prSnapshot",
    prefix: snapshotPrefix(repository, "pr"),
  }, { schema: prSnapshotSchema, broken });
  for await (const { document: { number, state, updatedAt } } of snapshots) {
    const one = { number, state, updatedAt };
    if (last === null || rank(one) > rank(last)) last = one;
  }
  return last?.number ?? null;
}

/** Open ones before all others, then by the time of the last change. */
function rank({ state, updatedAt }: Pick<LedgerPr, "state" | "updatedAt">): number {
  return (state === "open" ? 1e15 : 0) + Date.parse(updatedAt);
}

/** Pages read at a time: each can be a megabyte. */
const PAGE = 10;

/** Which page is wanted. */
export interface WantedReport {
  repository: RepositoryName;
  /** Undefined for that of any pull request. */
  number: number | undefined;
  includePrivate: boolean;
  broken: BrokenDocument[];
}

/** The page that was made last and may be shown; null when there is none. */
async function newestReport(
  reader: DataReader,
  { repository, number, includePrivate, broken }: WantedReport,
): Promise<{ name: string; report: PrReport } | null> {
  const prefix = `${documentName("prreport", repository)}~`;
  let newest: { name: string; report: PrReport } | null = null;
  for await (const page of resourcePages(reader, "prReport", { prefix, limit: PAGE })) {
    for (const { name, attributes } of page) {
      // Not even its name may be told of a page with private events.
      if (!includePrivate && attributes.includePrivate !== false) continue;
      const { success, data: report, error } = prReportSchema.safeParse(attributes);
      if (!success) {
        broken.push({ name, problem: error.issues[0]!.message });
        continue;
      }
      const wanted = number === undefined || report.number === number;
      if (!wanted || (newest !== null && !isNewer(report, newest.report))) continue;
      newest = { name, report };
    }
  }
  return newest;
}

function isNewer(one: PrReport, other: PrReport): boolean {
  return Date.parse(one.generatedAt) > Date.parse(other.generatedAt);
}
