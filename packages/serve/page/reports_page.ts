import { html } from "hono/html";
import type { Page } from "./frame.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, shown, table, when } from "./words.ts";

/** The reports that the visitor may see. */
export async function reportsPage(visit: Visit): Promise<Page> {
  const { results } = await read(visit, "reports.list", {});
  const rows = results.map(({ reportName, modelName, createdAt }) => [
    html`<a href="${pathTo("behaviors", modelName, "reports", reportName)}">${reportName}</a>`,
    html`<a href="${pathTo("behaviors", modelName)}">${modelName}</a>`,
    when(createdAt),
  ]);
  return {
    title: "Reports",
    body: html`<h1>Reports</h1>
${table(["Report", "Behavior", "Made"], rows, "There are no reports that you may see.")}`,
  };
}

/** One report, as the text that it was written as: nothing in it is loaded or run. */
export async function reportPage(visit: Visit, behavior: string, report: string): Promise<Page> {
  const found = await read(visit, "reports.get", { behavior, report });
  return {
    title: `${found.reportName} of ${found.modelName}`,
    body: html`<h1>${found.reportName}</h1>
<p><a href="${pathTo("behaviors", found.modelName)}">${found.modelName}</a>, ${
      when(found.createdAt)
    }</p>
${shown(found.markdown)}`,
  };
}
