import { SvcError } from "@svc/core/error";
import { assertNew, findNamed, type NamedKind } from "../names/refusals.ts";
import { type State, transaction } from "../state/open.ts";
import { assertHookName } from "./name.ts";
import { assertHookSecret } from "./secret.ts";
import { openWebhookStore } from "./store.ts";
import { BODY_BYTES, type Webhook } from "./webhook.ts";

/** A webhook that an operator asks for. Behavior, method, inputs and mapping have been checked. */
export interface WebhookOrder extends
  Pick<
    Webhook,
    | "name"
    | "behavior"
    | "method"
    | "inputs"
    | "mapping"
    | "settings"
    | "scheme"
    | "secret"
    | "maxBytes"
  > {
  /** The operator. */
  by: string;
}

const KIND: NamedKind = { noun: "webhook", command: "svc webhook" };

/**
 * Adds a webhook.
 *
 * @throws SvcError `invalid_name`; `invalid_argument` for a secret or a size that is not taken;
 *   `name_taken`; `conflict` when there are too many
 */
export function addWebhook({ database }: State, order: WebhookOrder, now: Date): Webhook {
  assertHookName(order.name);
  assertHookSecret(order.scheme, order.secret);
  assertSize(order.maxBytes);
  return transaction(database, () => {
    const store = openWebhookStore(database);
    assertNew(KIND, store.all(), order.name);
    database.prepare(
      `INSERT INTO webhook (id, name, behavior, method, inputs, mapping, settings, scheme, secret,
        max_bytes, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      crypto.randomUUID(),
      order.name,
      order.behavior,
      order.method,
      JSON.stringify(order.inputs),
      JSON.stringify(order.mapping),
      JSON.stringify(order.settings),
      order.scheme,
      order.secret,
      order.maxBytes,
      now.getTime(),
      order.by,
    );
    return store.find(order.name)!;
  });
}

/** A new secret that an operator asks for. */
export interface HookRotation {
  /** Makes or checks it, for the scheme of the webhook. */
  secretFor(scheme: Webhook["scheme"]): string;
  /** Milliseconds that the old one stays valid; 0 ends it at once. */
  graceMs: number;
}

/**
 * Gives a webhook another secret. Of two rotations the second ends what the first left good.
 *
 * @throws SvcError `not_found` naming the nearest; `invalid_argument` for a secret that is not taken
 */
export function rotateWebhook(
  { database }: State,
  name: string,
  { secretFor, graceMs }: HookRotation,
  now: Date,
): Webhook {
  return transaction(database, () => {
    const webhook = findWebhook({ database }, name);
    const secret = secretFor(webhook.scheme);
    assertHookSecret(webhook.scheme, secret);
    const stays = graceMs > 0 && secret !== webhook.secret;
    database.prepare(
      `UPDATE webhook SET secret = ?, previous_secret = ?, previous_until = ?, rotated_at = ?
        WHERE id = ?`,
    ).run(
      secret,
      stays ? webhook.secret : null,
      stays ? now.getTime() + graceMs : null,
      now.getTime(),
      webhook.id,
    );
    return findWebhook({ database }, name);
  });
}

/**
 * Removes a webhook. Runs that it started go on.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export function removeWebhook({ database }: State, name: string): Webhook {
  return transaction(database, () => {
    const webhook = findWebhook({ database }, name);
    database.prepare("DELETE FROM webhook WHERE id = ?").run(webhook.id);
    return webhook;
  });
}

/** All webhooks, in the order of their names. */
export function listWebhooks({ database }: Pick<State, "database">): Webhook[] {
  return openWebhookStore(database).all();
}

/**
 * The webhook of a name, of those that are visible.
 *
 * @throws SvcError `not_found` naming the nearest that is visible: what is not is as if it were not there
 */
export function findWebhook(
  state: Pick<State, "database">,
  name: string,
  isVisible?: (webhook: Webhook) => boolean,
): Webhook {
  return findNamed(KIND, listWebhooks(state), name, isVisible);
}

function assertSize(bytes: number): void {
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= BODY_BYTES.most) return;
  throw new SvcError(
    "invalid_argument",
    `A webhook accepts bodies of 1 to ${BODY_BYTES.most} bytes`,
  );
}
