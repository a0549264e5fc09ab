import type { Html } from "@svc/http/page";
import { html } from "hono/html";
import type { WebhookDelivery, WebhookView } from "../answers/webhook.ts";
import { deliveriesOf, visibleWebhooks } from "../endpoints/triggers/webhooks.ts";
import { findWebhook } from "../webhooks/mod.ts";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { pathTo, table, when } from "./words.ts";

/** What starts runs from elsewhere, and the outcome of its last deliveries. */
export function webhooksPage({ serving, caller }: Visit): Page {
  const sections = visibleWebhooks(serving, caller).map((webhook) =>
    section(webhook, {
      deliveries: deliveriesOf(serving, findWebhook(serving.state, webhook.name)),
      server: serving.publicUrl,
    })
  );
  return {
    title: "Webhooks",
    body: html`<h1>Webhooks</h1>${
      sections.length > 0
        ? sections
        : html`<p>There are no webhooks that you may see. The operator makes one with 'svc webhook add'.</p>`
    }`,
  };
}

function section(
  { name, path, behavior, method, scheme }: WebhookView,
  { deliveries, server }: { deliveries: readonly WebhookDelivery[]; server: string },
): Html {
  const [last] = deliveries;
  return html`<section class="sheet"><h2>${name}</h2><dl>
<dt>Address</dt><dd><code>${server}${path}</code></dd>
<dt>Runs</dt><dd><a href="${pathTo("behaviors", behavior)}">${behavior}</a> ${method}</dd>
<dt>Signed as</dt><dd>${scheme === "github" ? "GitHub does" : "Standard Webhooks says"}</dd>
<dt>Last</dt><dd>${
    last === undefined ? "no delivery yet" : html`${when(last.at)}: ${outcomeOf(last)}`
  }</dd></dl>${
    last === undefined
      ? ""
      : html`<details><summary>Last deliveries<span class="visually-hidden"> of ${name}</span></summary>${
        table(["When", "Outcome"], deliveries.map((one) => [when(one.at), outcomeOf(one)]), "")
      }</details>`
  }</section>`;
}

const OUTCOMES: Record<WebhookDelivery["outcome"], (delivery: WebhookDelivery) => Html | string> = {
  started: ({ run }) => html`<a href="${pathTo("runs", run ?? "")}">started a run</a>`,
  filtered: () => "left out by its filter",
  refused: ({ reason }) => html`<span class="failed">refused</span>: ${reason}`,
};

function outcomeOf(delivery: WebhookDelivery): Html | string {
  return OUTCOMES[delivery.outcome](delivery);
}
