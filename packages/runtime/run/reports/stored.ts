import type { ReportContent, ReportList, StoredReport } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { readable } from "../../data/record.ts";
import { dataItem } from "../../data/query.ts";
import { allDefinitions, findDefinition } from "../../repository/definitions/find.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { contentFile, type DataOwner } from "../../data/store/folder.ts";
import { dataNames } from "../../data/store/versions.ts";
import { reportDataName } from "./keep.ts";

/** Which reports to list. */
interface ReportFilter {
  /** Part of the name of the report or of its behavior. */
  query?: string | undefined;
  /** Name or id of a behavior. */
  behavior?: string | undefined;
}

const JSON_END = "-json";

/**
 * The newest version of every stored report, newest first.
 *
 * @throws SvcError `definition_not_found`.
 */
export async function listReports(
  repository: Repository,
  { query = "", behavior }: ReportFilter = {},
): Promise<ReportList> {
  const definitions = behavior === undefined
    ? await allDefinitions(repository)
    : [await findDefinition(repository, behavior)];
  const results: StoredReport[] = [];
  for (const found of definitions) results.push(...await reportsOf(repository, found));
  const wanted = query.trim().toLowerCase();
  return {
    query,
    results: results
      .filter(({ reportName, modelName }) =>
        `${reportName} ${modelName}`.toLowerCase().includes(wanted)
      )
      .sort((a, b) => a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0),
  };
}

/**
 * A stored report: the newest version, unless another is asked for.
 *
 * @throws SvcError `report_not_found` naming those there are; `invalid_argument` when several
 *   behaviors have it and none is named.
 */
export async function getReport(
  repository: Repository,
  name: string,
  options: { behavior?: string | undefined; version?: number | undefined } = {},
): Promise<ReportContent> {
  const { results } = await listReports(repository, { behavior: options.behavior });
  const found = results.filter((one) => one.reportName === name || one.dataName === name);
  if (found.length === 0) throw reportNotFound(name, results);
  if (found.length > 1) {
    throw new SvcError(
      "invalid_argument",
      `Several behaviors have a report ${name}: ${found.map((one) => one.modelName).join(", ")}`,
      { hint: "Choose one with --behavior <name>." },
    );
  }
  const [report] = found;
  const { definition, type } = await findDefinition(repository, report!.modelName);
  const owner = { type, id: definition.id };
  const json = await contentOf(
    repository,
    owner,
    `${report!.dataName}${JSON_END}`,
    options.version,
  );
  const item = json?.item;
  if (item === undefined) throw reportNotFound(`${name} version ${options.version}`, results);
  const markdown = await markdownBeside(repository, owner, report!.dataName, item);
  return {
    ...report!,
    version: item.version,
    createdAt: item.createdAt,
    markdown,
    json: json!.content,
  };
}

async function reportsOf(
  repository: Repository,
  { definition, type }: FoundDefinition,
): Promise<StoredReport[]> {
  const owner = { type, id: definition.id };
  const kept: StoredReport[] = [];
  for (const name of await dataNames(repository, owner)) {
    // The JSON is there even for a report without Markdown.
    if (!name.startsWith("report-") || !name.endsWith(JSON_END)) continue;
    const item = await dataItem(repository, owner, name);
    const reportName = item?.tags["reportName"];
    if (item?.tags["type"] !== "report" || reportName === undefined) continue;
    kept.push({
      reportName,
      reportScope: item.tags["reportScope"] ?? "",
      modelName: definition.name,
      modelType: type,
      version: item.version,
      createdAt: item.createdAt,
      dataName: reportDataName(reportName),
    });
  }
  return kept;
}

async function contentOf(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version: number | undefined,
): Promise<{ item: DataMetadata; content: unknown } | undefined> {
  const item = await dataItem(repository, owner, name, version);
  if (item === undefined) return undefined;
  const raw = await Deno.readFile(contentFile(repository, owner, name, item.version));
  return { item, content: readable(item.contentType, raw) };
}

/** The Markdown of the same report: both items get a version each time, but for empty Markdown. */
async function markdownBeside(
  repository: Repository,
  owner: DataOwner,
  name: string,
  { tags }: DataMetadata,
): Promise<string> {
  const version = tags["markdownVersion"];
  if (version === undefined) return "";
  const found = await contentOf(repository, owner, name, Number(version));
  return typeof found?.content === "string" ? found.content : "";
}

function reportNotFound(name: string, all: readonly StoredReport[]): SvcError {
  const names = [...new Set(all.map(({ reportName }) => reportName))].join(", ") || "none";
  return new SvcError(
    "report_not_found",
    `Report not found: No report ${name} was made here. There are: ${names}`,
    {
      hint: "'svc report run <report> <behavior>' makes one from existing data.",
    },
  );
}
