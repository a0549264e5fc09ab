import type { Scheme, Webhook } from "./webhook.ts";

/** A webhook in the state. */
export interface WebhookRow {
  id: string;
  name: string;
  behavior: string;
  method: string;
  inputs: string;
  mapping: string;
  settings: string;
  scheme: Scheme;
  secret: string;
  previous_secret: string | null;
  previous_until: number | null;
  max_bytes: number;
  created_at: number;
  created_by: string;
  rotated_at: number | null;
}

/** The webhook of a row. */
export function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    behavior: row.behavior,
    method: row.method,
    inputs: JSON.parse(row.inputs),
    mapping: JSON.parse(row.mapping),
    settings: JSON.parse(row.settings),
    scheme: row.scheme,
    secret: row.secret,
    previous: row.previous_secret === null
      ? null
      : { secret: row.previous_secret, until: new Date(row.previous_until!) },
    maxBytes: row.max_bytes,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    rotatedAt: row.rotated_at === null ? null : new Date(row.rotated_at),
  };
}
