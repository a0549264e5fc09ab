import type { DataList } from "@svc/core/answer";
import type { JsonSchema } from "@svc/core/descriptor";
import { html } from "hono/html";
import { mayRead, mayRun } from "../rights/rights.ts";
import type { Html } from "@svc/http/page";
import type { Page } from "./frame.ts";
import { runsTable } from "./runs_table.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, table, when } from "./words.ts";

/** Items of data on one page. */
const ITEMS = 100;

/** One behavior: what it can do, what it wrote, how it ran. */
export async function behaviorPage(visit: Visit, name: string): Promise<Page> {
  const behavior = await read(visit, "behaviors.get", { behavior: name });
  const offset = offsetOf(visit.url);
  const [data, reports] = await Promise.all([
    read(visit, "data.listOf", { behavior: name, limit: ITEMS, offset }),
    read(visit, "reports.list", { behavior: name }),
  ]);
  const { rights } = visit.caller;
  const runs = visit.serving.runs.list({
    behavior: behavior.name,
    visible: (one) => mayRead(rights, one),
    limit: 10,
  });
  return {
    title: behavior.name,
    body: html`<h1>${behavior.name}</h1>
<p>${behavior.type}</p>
<h2>Methods</h2>
${
      table(
        ["Method", "What it does", "Arguments"],
        behavior.methods.filter(({ name }) => mayRun(rights, behavior.name, name)).map((method) => [
          html`<a href="${
            pathTo("behaviors", behavior.name, "methods", method.name)
          }">Run ${method.name}</a>`,
          method.description,
          argumentsOf(method.arguments),
        ]),
        behavior.methods.length === 0
          ? "Its type has no methods here."
          : "It has no method that you may run.",
      )
    }
<p class="quiet">Arguments with <strong>*</strong> are required.</p>
<h2>Runs</h2>
${runsTable(runs, "It has not run at this server yet.")}
<h2>Data</h2>
${dataTable(behavior.name, data, offset)}
<h2>Reports</h2>
${
      table(
        ["Name", "Made"],
        reports.results.map(({ reportName, modelName, createdAt }) => [
          html`<a href="${
            pathTo("behaviors", modelName, "reports", reportName)
          }">${reportName}</a>`,
          when(createdAt),
        ]),
        "No report has been made of it yet.",
      )
    }`,
  };
}

function argumentsOf(schema: JsonSchema): Html | string {
  const names = Object.keys(schema["properties"] ?? {});
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  if (names.length === 0) return "none";
  return html`${
    names.map((name, index) =>
      html`${index === 0 ? "" : ", "}${name}${
        required.includes(name) ? html`<strong>*</strong>` : ""
      }`
    )
  }`;
}

function dataTable(behavior: string, { groups, total }: DataList, offset: number): Html {
  const items = groups.flatMap(({ type, items }) => items.map((item) => ({ ...item, type })));
  const rows = items.map(({ name, type, version, size, createdAt }) => [
    html`<a href="${pathTo("behaviors", behavior, "data", name)}">${name}</a>`,
    type,
    version,
    size,
    when(createdAt),
  ]);
  const behind = offset + items.length;
  return html`${
    table(["Name", "Kind", "Version", "Bytes", "Written"], rows, "It has written nothing yet.")
  }${
    behind < total
      ? html`<p>${
        offset + 1
      } to ${behind} of ${total}. <a href="?offset=${behind}">Further data</a></p>`
      : ""
  }`;
}

function offsetOf(url: URL): number {
  const given = Number(url.searchParams.get("offset") ?? 0);
  return Number.isSafeInteger(given) && given > 0 && given < 1e9 ? given : 0;
}
