import type { Html } from "@svc/http/page";
import { html } from "hono/html";
import { mayRead } from "../rights/rights.ts";
import { hookPath, openWebhookStore, type Webhook } from "../webhooks/mod.ts";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { pathTo, table, when } from "./words.ts";

/** Deliveries of a webhook that are shown, beside those that were refused: nobody can crowd these out. */
const DELIVERIES = 50;

/** What starts runs from elsewhere, and the outcome of its last deliveries. */
export function webhooksPage(visit: Visit): Page {
  const { serving, caller } = visit;
  const store = openWebhookStore(serving.state.database);
  const webhooks = store.all().filter(({ behavior }) => mayRead(caller.rights, behavior));
  const sections = webhooks.map((webhook) => {
    const { name, behavior, method, scheme } = webhook;
    const deliveries = deliveriesOf(visit, webhook);
    return html`<section class="sheet"><h2>${name}</h2><dl>
<dt>Address</dt><dd><code>${serving.publicUrl}${hookPath(name)}</code></dd>
<dt>Runs</dt><dd><a href="${pathTo("behaviors", behavior)}">${behavior}</a> ${method}</dd>
<dt>Signed as</dt><dd>${scheme === "github" ? "GitHub does" : "Standard Webhooks says"}</dd>
<dt>Last</dt><dd>${
      deliveries.length === 0
        ? "no delivery yet"
        : html`${when(deliveries[0]!.at.toISOString())}: ${deliveries[0]!.outcome}`
    }</dd></dl>${
      deliveries.length === 0
        ? ""
        : html`<details><summary>Last deliveries<span class="visually-hidden"> of ${name}</span></summary>${
          table(
            ["When", "Outcome"],
            deliveries.map(({ at, outcome }) => [when(at.toISOString()), outcome]),
            "",
          )
        }</details>`
    }</section>`;
  });
  return {
    title: "Webhooks",
    body: html`<h1>Webhooks</h1>${
      sections.length > 0
        ? sections
        : html`<p>There are no webhooks that you may see. The operator makes one with 'svc webhook add'.</p>`
    }`,
  };
}

/** What was taken and what was refused, the newest first. */
function deliveriesOf(
  { serving }: Visit,
  webhook: Webhook,
): { at: Date; outcome: Html }[] {
  const taken = openWebhookStore(serving.state.database).deliveries(webhook, DELIVERIES)
    .map(({ at, run }) => ({
      at,
      outcome: run === null
        ? html`left out by its filter`
        : html`<a href="${pathTo("runs", run)}">started a run</a>`,
    }));
  const refused = serving.triggers.webhooks.refused(webhook.id).map(({ at, why }) => ({
    at,
    outcome: html`<span class="failed">refused</span>: ${why}`,
  }));
  return [...taken, ...refused].sort((a, b) => b.at.getTime() - a.at.getTime());
}
