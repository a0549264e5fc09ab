import { html } from "hono/html";
import { Field, type Html, Select } from "@svc/http/page";
import { RUN_STATUSES } from "../api/run.ts";
import type { RUN_QUERY } from "../runs/query.ts";

/** What an address asks for, by the name of the field. */
export type Given = Partial<Record<keyof typeof RUN_QUERY, string>>;

/** The form that narrows a list of runs down. It asks by the address, so that a filter can be kept as a link. */
export function runsForm(
  given: Given,
  { wrong, behaviors }: {
    /** What is wrong with a field, by its name. */
    wrong: ReadonlyMap<string, string>;
    /** Names of those that the visitor may see. */
    behaviors: readonly string[];
  },
): Html {
  const field = (name: keyof Given, label: string, more: Partial<Parameters<typeof Field>[0]>) =>
    Field({ name, label, value: given[name], error: wrong.get(name), maxlength: 512, ...more });
  return html`<form class="filters sheet" method="get" action="/runs" role="search" aria-label="Filter runs">
${field("behavior", "Behavior", { list: "behaviors" })}
<datalist id="behaviors">${
    behaviors.map((name) => html`<option value="${name}"></option>`)
  }</datalist>
${field("method", "Method", {})}
${
    Select({
      name: "status",
      label: "State",
      value: given.status ?? "",
      error: wrong.get("status"),
      options: [["", "any"], ...RUN_STATUSES.map((status) => [status, status] as const)],
    })
  }
${field("by", "Started by", { hint: "token:ci, or ci" })}
${field("since", "From", { hint: "2026-11-21 (UTC), or 7d" })}
${field("until", "To", { hint: "that day included" })}
<p class="actions"><button class="primary">Filter</button> <a href="/runs">Clear</a></p>
</form>`;
}
