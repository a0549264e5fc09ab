import { z } from "zod";
import type { WebhookDelivery, WebhookView } from "../../answers/webhook.ts";
import type { Caller } from "../../caller/caller.ts";
import { defineEndpoint, type Endpoint, type Serving } from "../../http/endpoint.ts";
import { mayRead } from "../../rights/rights.ts";
import { findWebhook, openWebhookStore, type Webhook, webhookList } from "../../webhooks/mod.ts";

/** Deliveries of a webhook that are shown, beside those that were refused: nobody can crowd these out. */
const DELIVERIES = 50;

/** What is asked about webhooks. */
export const WEBHOOK_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "webhooks.list",
    description:
      "Webhooks of behaviors that the caller may see, as 'svc webhook list --json' prints them.",
    handle: ({ serving, caller }) => ({ webhooks: visibleWebhooks(serving, caller) }),
  }),
  defineEndpoint({
    key: "webhooks.deliveries",
    description: [
      "The last 50 deliveries that were accepted, and those that were refused since the server started:",
      "up to 50 of genuine ones, and 50 others. Nothing of body, signature and sender is kept.",
    ].join("\n"),
    params: z.object({ webhook: z.string() }),
    handle: ({ serving, caller, params: { webhook } }) => {
      const isVisible = ({ behavior }: Webhook) => mayRead(caller.rights, behavior);
      const found = findWebhook(serving.state, webhook, isVisible);
      return { deliveries: deliveriesOf(serving, found) };
    },
  }),
];

/** The webhooks that a caller may see. */
export function visibleWebhooks(
  { state, now }: Serving,
  { rights }: Pick<Caller, "rights">,
): WebhookView[] {
  return webhookList(state, now(), ({ behavior }) => mayRead(rights, behavior));
}

/** What was accepted and what was refused, newest first. */
export function deliveriesOf({ state, triggers }: Serving, webhook: Webhook): WebhookDelivery[] {
  const taken = openWebhookStore(state.database).deliveries(webhook, DELIVERIES)
    .map(({ at, run }): WebhookDelivery => ({
      at: at.toISOString(),
      outcome: run === null ? "filtered" : "started",
      run,
      reason: null,
    }));
  const refused = triggers.webhooks.refused(webhook.id).map(({ at, why }): WebhookDelivery => ({
    at: at.toISOString(),
    outcome: "refused",
    run: null,
    reason: why,
  }));
  return [...taken, ...refused].sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0);
}
