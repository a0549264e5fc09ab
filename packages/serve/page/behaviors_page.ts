import { Field } from "@svc/http/page";
import { html } from "hono/html";
import { viewOf } from "../reading/operations/view.ts";
import { mayRead } from "../rights/rights.ts";
import type { Page } from "./frame.ts";
import { NO_BEHAVIORS } from "./home_page.ts";
import { read, type Visit } from "./visit.ts";
import { list, pathTo, statusWord, when } from "./words.ts";

/** The behaviors that the visitor may see by the folders of their files, with the newest run of each. */
export async function behaviorsPage(visit: Visit): Promise<Page> {
  const { serving, caller, url } = visit;
  const query = url.searchParams.get("query")?.trim().slice(0, 512) ?? "";
  const { results } = await read(visit, "behaviors.search", query === "" ? {} : { query });
  const visible = (behavior: string) => mayRead(caller.rights, behavior);
  const rowOf = ({ name, type }: { name: string; type: string }) => {
    const [last] = serving.runs.list({ behavior: name, visible, limit: 1 });
    return [
      html`<a href="${pathTo("behaviors", name)}">${name}</a>`,
      html`<span class="quiet">${type}</span>`,
      last === undefined
        ? html`<span class="quiet">has not run here</span>`
        : html`<a href="${pathTo("runs", last.id)}">${last.method}</a> ${statusWord(last.status)} ${
          when(last.queuedAt)
        }`,
    ];
  };
  const folderOf = await foldersOf(visit);
  const groups = Map.groupBy(results, ({ id }) => folderOf.get(id) ?? "");
  const sections = [...groups].sort(([a], [b]) => a < b ? -1 : 1).map(([folder, behaviors]) =>
    html`<section><h2>${folder}</h2>${list(behaviors.map(rowOf), "")}</section>`
  );
  const form =
    html`<form class="filters one-field sheet" method="get" role="search" aria-label="Find behaviors">
${Field({ name: "query", label: "Part of a name or type", value: query, maxlength: 512 })}
<p class="actions"><button>Find</button>${
      query === "" ? "" : html`
        <a href="/behaviors">All behaviors</a>
      `
    }</p></form>`;
  return {
    title: "Behaviors",
    body: html`<h1>Behaviors</h1>${
      results.length === 0 && query === "" ? html`<p>${NO_BEHAVIORS}</p>` : form
    }${
      results.length > 0
        ? sections
        : query === ""
        ? ""
        : html`<p>There are no behaviors like that which you may see. <a href="/behaviors">All behaviors</a></p>`
    }`,
  };
}

/** Where the file of each behavior lies, by its id. */
async function foldersOf({ serving, caller }: Visit): Promise<Map<string, string>> {
  const { definitionEntries } = await import("@svc/runtime/definitions");
  const { root } = serving.repository;
  const { entries } = await definitionEntries(viewOf(serving.repository, caller.rights));
  return new Map(
    entries.map(({ id, path }) => [id, path.slice(root.length + 1, path.lastIndexOf("/"))]),
  );
}
