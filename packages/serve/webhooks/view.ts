import type { State } from "../state/open.ts";
import { openWebhookStore } from "./store.ts";
import { hookPath, type Scheme, type Webhook } from "./webhook.ts";

/** A webhook as it is shown: without its secret, and without values of inputs, which may be secrets. */
export interface WebhookView {
  name: string;
  /** Below the address of the server. */
  path: string;
  behavior: string;
  method: string;
  scheme: Scheme;
  /** Names of the inputs that are the same for each delivery. */
  inputs: string[];
  /** Expressions of the inputs that a delivery brings, by name. */
  map: Record<string, string>;
  if: string | null;
  maxBytes: number;
  /** ISO 8601, UTC, as all times here. */
  createdAt: string;
  createdBy: string;
  rotatedAt: string | null;
  /** Until when the secret before the last rotation is good. */
  graceEndsAt: string | null;
  lastDelivery: { at: string; run: string | null } | null;
}

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

/** All webhooks of a state, in the order of their names. */
export function webhookList(state: State, now: Date): WebhookView[] {
  return openWebhookStore(state.database).all().map((one) => webhookView(state, one, now));
}
