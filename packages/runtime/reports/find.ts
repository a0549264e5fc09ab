import { SvcError } from "@svc/core/error";
import type { Permissions } from "@svc/core/permission";
import { listConsents, readConsent } from "../consent/store.ts";
import type { ReportRecord } from "../describe/record.ts";
import { sha256Hex } from "../files/digest.ts";
import { contentProblem } from "../installed/ready.ts";
import {
  listReportRecords,
  type PulledReport,
  readReportRecord,
  reportKey,
} from "../installed/records.ts";
import { settled } from "../installed/settle.ts";
import type { Repository } from "../repository/repository.ts";
import { localTypes } from "../types/local.ts";

/** A report that may run, with what its user granted its extension. */
export interface ResolvedReport extends ReportRecord {
  /** What it may read beyond the behavior's own data: only `data` counts for a report. */
  permissions: Permissions;
}

/**
 * The report of that name: of the repository's own sources, else pulled. What was pulled is compared
 * with the person's consent first, as types are.
 *
 * @throws SvcError `report_not_found` listing those there are; `consent_required`, `consent_mismatch`.
 */
export async function findReport(repository: Repository, name: string): Promise<ResolvedReport> {
  const { reports, failures } = await localTypes(repository);
  const own = Object.hasOwn(reports, name) ? reports[name] : undefined;
  if (own !== undefined) return await admitOwn(repository, own);
  await settled(repository);
  const pulled = await readReportRecord(repository, name);
  if (pulled !== undefined) return await admitPulled(repository, pulled);
  throw await notFound(repository, name, failures);
}

/** One line of `svc report type search`. */
export interface ReportListing {
  name: string;
  description: string;
  scope: ReportRecord["report"]["scope"];
  labels: string[];
  extension?: string;
}

/**
 * A report that lies here, whether it may run or not.
 *
 * @throws SvcError `report_not_found` listing those there are.
 */
export async function describeReport(repository: Repository, name: string): Promise<ReportListing> {
  const { results } = await listReportTypes(repository);
  const found = results.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw await notFound(repository, name, (await localTypes(repository)).failures);
}

/** Every report of the repository whose name or description contains `query`, sorted by name. */
export async function listReportTypes(
  repository: Repository,
  query = "",
): Promise<{ query: string; results: ReportListing[] }> {
  await settled(repository);
  const records = new Map<string, ReportRecord>(await listReportRecords(repository));
  const { reports } = await localTypes(repository);
  for (const [name, record] of Object.entries(reports)) records.set(name, record);
  const wanted = query.trim().toLowerCase();
  return {
    query,
    results: [...records.values()]
      .map(({ report, extension }) => ({
        name: report.name,
        description: report.description,
        scope: report.scope,
        labels: report.labels,
        ...(extension === undefined ? {} : { extension }),
      }))
      .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

async function admitPulled(repository: Repository, record: PulledReport): Promise<ResolvedReport> {
  const { extension, report } = record;
  const key = reportKey(report.name);
  const consents = (await listConsents(repository, extension))
    .filter(({ content }) => content !== undefined);
  if (consents.length === 0) {
    throw new SvcError(
      "consent_required",
      `${extension} lies in this repository, but you have not agreed to run it here`,
      { hint: "Run 'svc extension install': it shows what is asked for and asks you." },
    );
  }
  const consent = consents.find(({ content }) => content!.types[key] === record.recordDigest);
  const problem = consent === undefined
    ? `the record of ${report.name}`
    : await contentProblem(repository, consent, key);
  if (consent !== undefined && problem === undefined) {
    return { ...record, permissions: dataOf(consent.permissions) };
  }
  throw new SvcError(
    "consent_mismatch",
    `What lies here of ${extension} is not what you agreed to run: ${problem}`,
    { hint: "Run 'svc extension install --force' to restore what the lockfile names." },
  );
}

async function admitOwn(repository: Repository, record: ReportRecord): Promise<ResolvedReport> {
  const path = `${repository.state}/${record.folder}/${record.bundle}`;
  const bytes = await Deno.readFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (bytes === undefined || await sha256Hex(bytes) !== record.bundleDigest) {
    throw new SvcError("consent_mismatch", `The bundle of ${record.report.name} was changed`, {
      hint: "Delete .svc/types/_local.json to have it made again from your sources.",
    });
  }
  const consent = record.extension === undefined
    ? undefined
    : await readConsent(repository, record.extension, "local");
  return { ...record, permissions: dataOf(consent?.permissions ?? {}) };
}

/** A report reads stored data and does nothing else, whatever its extension may do otherwise. */
function dataOf({ data }: Permissions): Permissions {
  return data === undefined ? {} : { data };
}

async function notFound(
  repository: Repository,
  name: string,
  failures: readonly string[],
): Promise<SvcError> {
  const { results } = await listReportTypes(repository);
  const broken = failures.length === 0
    ? ""
    : `\nThese sources of this repository could not be loaded:\n${failures.join("\n")}`;
  const names = results.map((one) => one.name).join(", ") || "none";
  return new SvcError(
    "report_not_found",
    `There is no report '${name}' here. There are: ${names}${broken}`,
    { hint: "'svc report type search' lists them; an extension that has it must be pulled first." },
  );
}
