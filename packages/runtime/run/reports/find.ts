import { SvcError } from "@svc/core/error";
import type { Permissions } from "@svc/core/permission";
import { admit } from "../../consent/admission/admit.ts";
import type { Consent } from "../../consent/consent.ts";
import { localName } from "../../consent/decide.ts";
import type { ReportRecord } from "../../extension/describe/record.ts";
import { listReportRecords, readReportRecord } from "../../consent/installed/records.ts";
import { reportKey } from "../../consent/installed/record_keys.ts";
import { settled } from "../../consent/installed/settle.ts";
import type { Repository } from "../../repository/repository.ts";
import { localTypes } from "../../consent/types/local.ts";

/** A report that may run, with what its user granted its extension. */
export interface ResolvedReport extends ReportRecord {
  /** What it may read beyond the behavior's own data: only `data` counts for a report. */
  permissions: Permissions;
  /** What the policy denies, whatever was granted. */
  denied: Permissions;
  /** What the person agreed to; absent where nothing was asked. */
  consent?: Consent;
}

/**
 * The report of that name: of the repository's own sources, else pulled. What was pulled is compared
 * with the person's consent first, as types are.
 *
 * @throws SvcError `report_not_found` listing those there are; `consent_required`, `consent_mismatch`,
 *   `policy_invalid`.
 */
export async function findReport(repository: Repository, name: string): Promise<ResolvedReport> {
  return await admit(repository, async (admitModule) => {
    const record = await recordOf(repository, name);
    const { extension } = record;
    const { permissions, ...admitted } = await admitModule({
      record,
      key: reportKey(name),
      name: extension ?? name,
      kept: localName({ extension, type: name }),
      label: name,
      sources: [],
    }, { onlyGranted: true });
    return { ...record, ...admitted, permissions: dataOf(permissions) };
  });
}

/** The record of a report that is here, with its digest where it was pulled: the consent names that. */
async function recordOf(
  repository: Repository,
  name: string,
): Promise<ReportRecord & { recordDigest?: string }> {
  const { reports, failures } = await localTypes(repository);
  const own = Object.hasOwn(reports, name) ? reports[name] : undefined;
  if (own !== undefined) return own;
  await settled(repository);
  const pulled = await readReportRecord(repository, name);
  if (pulled !== undefined) return pulled;
  throw await notFound(repository, name, failures);
}

/** One line of `svc report type search`. */
interface ReportListing {
  name: string;
  description: string;
  scope: ReportRecord["report"]["scope"];
  labels: string[];
  extension?: string;
}

/**
 * A report that is here, whether it may run or not.
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
    `Report not found: There is no report '${name}' here. There are: ${names}${broken}`,
    { hint: "'svc report type search' lists them; an extension that has it must be pulled first." },
  );
}
