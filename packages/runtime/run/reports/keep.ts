import type { ReportOutcome } from "@svc/core/answer";
import type { DataMetadata, NewData } from "../../data/store/item.ts";
import type { DataOwner } from "../../data/store/folder.ts";
import { writeVersion } from "../../data/store/write.ts";
import type { ReportSubject } from "./subject.ts";

const LIFETIME = "30d";
const VERSIONS = 5;

/** Name of the data that holds a report's Markdown; its JSON has `-json` behind it. */
export function reportDataName(report: string): string {
  return `report-${report.replace(/^@/, "").replaceAll("/", "-")}`;
}

/** The names of the data that holds a report. */
export function reportDataNames(report: string): [markdown: string, json: string] {
  const name = reportDataName(report);
  return [name, `${name}-json`];
}

/**
 * Keeps a report as data of its behavior: the Markdown and the JSON as two items (runtime reference 7).
 * A report without Markdown has nothing to keep but its JSON. Call under the behavior's lock.
 *
 * @returns the versions
 */
export async function keepReport(
  { repository, found: { type, definition } }: ReportSubject,
  { name, scope, markdown, json }: ReportOutcome,
): Promise<DataMetadata[]> {
  const owner: DataOwner = { type, id: definition.id };
  const base: Omit<NewData, "name" | "contentType"> = {
    lifetime: LIFETIME,
    garbageCollection: VERSIONS,
    streaming: false,
    tags: {
      ...definition.tags,
      type: "report",
      reportName: name,
      reportScope: scope,
      modelName: definition.name,
    },
    ownerDefinition: { ownerType: "model-method", ownerRef: definition.id },
    lifecycle: "active",
  };
  const item = reportDataName(name);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const data = { ...base, name: item, contentType: "text/markdown" };
  const written = markdown === ""
    ? undefined
    : await writeVersion(repository, owner, data, bytes(markdown));
  // The JSON is written last and names its Markdown: a report is whole or is not there.
  const last = await writeVersion(
    repository,
    owner,
    {
      ...base,
      name: `${item}-json`,
      contentType: "application/json",
      tags: {
        ...base.tags,
        ...(written === undefined ? {} : { markdownVersion: `${written.version}` }),
      },
    },
    bytes(JSON.stringify(json)),
  );
  return written === undefined ? [last] : [written, last];
}
