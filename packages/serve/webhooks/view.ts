import type { WebhookView } from "../answers/webhook.ts";
import type { State } from "../state/open.ts";
import { openWebhookStore } from "./store.ts";
import { hookPath, type Webhook } from "./webhook.ts";

/** Shows a webhook. */
export function webhookView({ database }: State, webhook: Webhook, now: Date): WebhookView {
  const { mapping, previous } = webhook;
  const last = openWebhookStore(database).lastDelivery(webhook.name);
  return {
    name: webhook.name,
    path: hookPath(webhook.name),
    behavior: webhook.behavior,
    method: webhook.method,
    scheme: webhook.scheme,
    inputs: Object.keys(webhook.inputs),
    map: { ...mapping.values },
    if: mapping.filter ?? null,
    maxBytes: webhook.maxBytes,
    createdAt: webhook.createdAt.toISOString(),
    createdBy: webhook.createdBy,
    rotatedAt: webhook.rotatedAt?.toISOString() ?? null,
    graceEndsAt: previous !== null && previous.until > now ? previous.until.toISOString() : null,
    lastDelivery: last === undefined ? null : { at: last.at.toISOString(), run: last.run },
  };
}

/** Webhooks of a state as they are shown, in the order of their names. */
export function webhookList(
  state: State,
  now: Date,
  isVisible: (webhook: Webhook) => boolean = () => true,
): WebhookView[] {
  return openWebhookStore(state.database).all().filter(isVisible)
    .map((one) => webhookView(state, one, now));
}
