import { html } from "hono/html";
import { mayRead } from "../rights/rights.ts";
import type { Page } from "./frame.ts";
import { read, type Visit } from "./visit.ts";
import { pathTo, statusWord, table, when } from "./words.ts";

/** All behaviors that the visitor may see, with the newest run of each. */
export async function behaviorsPage(visit: Visit): Promise<Page> {
  const { runs } = visit.serving;
  const { results } = await read(visit, "behaviors.search", {});
  const visible = (behavior: string) => mayRead(visit.caller.rights, behavior);
  const rows = results.map(({ name, type }) => {
    const [last] = runs.list({ behavior: name, visible, limit: 1 });
    return [
      html`<a href="${pathTo("behaviors", name)}">${name}</a>`,
      type,
      last === undefined
        ? "–"
        : html`<a href="${pathTo("runs", last.id)}">${last.method}</a> ${statusWord(last.status)}`,
      when(last?.queuedAt),
    ];
  });
  const empty = "No behavior that you may see. The operator of this server can say why: " +
    "'svc behavior create' makes one, and a token's allow list says which it sees.";
  return {
    title: "Behaviors",
    body: html`<h1>Behaviors</h1>
${table(["Name", "Type", "Last run here", "When"], rows, empty)}`,
  };
}
