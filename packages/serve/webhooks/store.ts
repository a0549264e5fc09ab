import type { DatabaseSync } from "node:sqlite";
import { fieldsOf } from "../state/fields.ts";
import { BODY_BYTES, type Webhook } from "./webhook.ts";

/**
 * What is kept of webhooks. Times are milliseconds since 1970. A secret is kept as it is: the signature of
 * a delivery is made of it, so that no hash of it would do. Deliveries stay when their webhook is removed,
 * by its name: one of the same name and secret must not take them again.
 */
export const WEBHOOK_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS webhook (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    behavior TEXT NOT NULL,
    method TEXT NOT NULL,
    inputs TEXT NOT NULL,
    mapping TEXT NOT NULL,
    settings TEXT NOT NULL,
    scheme TEXT NOT NULL CHECK (scheme IN ('standard', 'github')),
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until INTEGER,
    max_bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    rotated_at INTEGER
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS webhook_delivery (
    webhook TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    run TEXT,
    PRIMARY KEY (webhook, key)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS webhook_delivery_by_time ON webhook_delivery (webhook, at)`,
];

/** How long a delivery is known, in milliseconds, and how many of a webhook. */
export const KEPT = { ms: 30 * 86_400_000, deliveries: 100_000 } as const;

/** Deliveries after which those that are too many are looked for. */
const TIDY_EACH = 100;

/** A delivery that was taken. */
export interface TakenDelivery {
  at: Date;
  /** Null when the filter said no. */
  run: string | null;
}

/** The webhooks in the state. */
export interface WebhookStore {
  /** In the order of their names. */
  all(): Webhook[];
  find(name: string): Webhook | undefined;
  /** The most bytes that any of them takes. */
  mostBytes(): number;
  /**
   * One that was taken before. What the filter of an earlier webhook of that name left out counts as new,
   * so that an operator who has corrected it can have it sent again.
   */
  delivery(webhook: Webhook, key: string): TakenDelivery | undefined;
  lastDelivery(webhook: string): TakenDelivery | undefined;
  /** The last ones of a webhook, the newest first; not those of an earlier one of its name. */
  deliveries(webhook: Webhook, limit: number): TakenDelivery[];
  /** @throws Error when there is that delivery already, or the webhook is gone or has another secret */
  take(webhook: Webhook, key: string, run: string | null, at: Date): void;
}

/** Opens the webhooks of a state that has their tables. */
export function openWebhookStore(database: DatabaseSync): WebhookStore {
  const all = database.prepare("SELECT * FROM webhook ORDER BY name");
  const find = database.prepare("SELECT * FROM webhook WHERE name = ?");
  const most = database.prepare("SELECT max(max_bytes) AS most FROM webhook");
  const one = database.prepare(
    `SELECT at, run FROM webhook_delivery WHERE webhook = ? AND key = ?
      AND (run IS NOT NULL OR at >= ?)`,
  );
  const last = database.prepare(
    "SELECT at, run FROM webhook_delivery WHERE webhook = ? ORDER BY at DESC LIMIT 1",
  );
  const lasts = database.prepare(
    "SELECT at, run FROM webhook_delivery WHERE webhook = ? AND at >= ? ORDER BY at DESC LIMIT ?",
  );
  // Nothing is inserted for a webhook that an operator has removed or rotated meanwhile.
  const insert = database.prepare(
    `INSERT INTO webhook_delivery SELECT name, ?, ?, ? FROM webhook WHERE id = ?
      AND (secret = ? OR previous_secret = ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, run = excluded.run WHERE run IS NULL`,
  );
  const forget = database.prepare(
    `DELETE FROM webhook_delivery WHERE webhook = ?1 AND (at < ?2 OR at <
      (SELECT at FROM webhook_delivery WHERE webhook = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?3))`,
  );
  const taken = (row: Record<string, unknown> | undefined) =>
    row && { at: new Date(Number(row["at"])), run: row["run"] as string | null };
  let sinceTidied = 0;
  return {
    all: () => all.all().map(webhookOf),
    find(name) {
      const row = find.get(name);
      return row && webhookOf(row);
    },
    mostBytes: () => Number(most.get()!["most"] ?? BODY_BYTES.usual),
    delivery: ({ name, createdAt }, key) => taken(one.get(name, key, createdAt.getTime())),
    lastDelivery: (webhook) => taken(last.get(webhook)),
    deliveries: ({ name, createdAt }, limit) =>
      lasts.all(name, createdAt.getTime(), limit).map((row) => taken(row)!),
    take({ id, name, secret }, key, run, at) {
      const { changes } = insert.run(key, at.getTime(), run, id, secret, secret);
      if (Number(changes) !== 1) throw new Error("the webhook is gone");
      if (sinceTidied++ % TIDY_EACH > 0) return;
      forget.run(name, at.getTime() - KEPT.ms, KEPT.deliveries - 1);
    },
  };
}

/** A webhook in the state. */
type WebhookFields =
  & Pick<Webhook, "id" | "name" | "behavior" | "method" | "scheme" | "secret" | "maxBytes">
  & Pick<Webhook, "createdBy">
  & Record<"inputs" | "mapping" | "settings", string>
  & { previousSecret: string | null; previousUntil: number | null }
  & { createdAt: number; rotatedAt: number | null };

/** The webhook of a row. */
function webhookOf(row: Readonly<Record<string, unknown>>): Webhook {
  const { previousSecret, previousUntil, ...fields } = fieldsOf<WebhookFields>(row);
  return {
    ...fields,
    inputs: JSON.parse(fields.inputs),
    mapping: JSON.parse(fields.mapping),
    settings: JSON.parse(fields.settings),
    previous: previousSecret === null
      ? null
      : { secret: previousSecret, until: new Date(previousUntil!) },
    createdAt: new Date(fields.createdAt),
    rotatedAt: fields.rotatedAt === null ? null : new Date(fields.rotatedAt),
  };
}
