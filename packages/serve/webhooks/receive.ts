import { isSvcError, SvcError } from "@svc/core/error";
import { readBytes } from "@svc/http/input";
import type { Log } from "@svc/http/log";
import type { Mapper } from "@svc/runtime/mapping";
import type { Runs } from "../runs/run.ts";
import type { State } from "../state/open.ts";
import { transaction } from "../state/open.ts";
import type { DeliveryAttempts } from "./attempts.ts";
import { inputsOf, unusable } from "./inputs.ts";
import type { Refusals } from "./refusals.ts";
import { busy, type Slots } from "./slots.ts";
import type { TakenDelivery, WebhookStore } from "./store.ts";
import { type Delivery, verify } from "./verify.ts";
import type { Webhook } from "./webhook.ts";

/** What receiving takes. */
export interface ReceiveParts {
  state: State;
  store: WebhookStore;
  runs: Runs;
  log: Log;
  mapper: Mapper;
  attempts: DeliveryAttempts;
  refusals: Refusals;
  slots: Slots;
  now(): Date;
  /** Milliseconds that a sender may take over its body. */
  bodyMs: number;
}

/** The outcome of a delivery. */
export interface Received {
  outcome: "started" | "repeated" | "filtered";
  /** Null for one that the filter left out. */
  run: string | null;
}

/** Milliseconds that a run waits while its behavior is in use. */
const WAIT_MS = 3_600_000;

/** Seconds after which a sender may try again when there is no room for its run. */
const AGAIN_S = 30;

/**
 * Takes one delivery. The delivery and its run are one transaction: sent again, it starts nothing and is
 * answered with the run that there is.
 *
 * @throws SvcError `not_authenticated` alike for an unknown webhook and a wrong signature;
 *   `rate_limited`, `unavailable` with the seconds to wait; `body_too_large`, `malformed_body`,
 *   `request_timeout`; `validation_failed` for one of which no run can be made
 */
export async function receive(
  parts: ReceiveParts,
  name: string,
  request: Request,
  address: string,
): Promise<Received> {
  const { store, attempts, now } = parts;
  using _slot = parts.slots.take(address);
  // The same limit whatever the name, so that it does not tell which there are.
  const body = await bodyOf(request, store.mostBytes(), parts.bodyMs);
  const delivery: Delivery = { headers: request.headers, body };
  const webhook = store.find(name);
  const verdict = verify(webhook, delivery, now());
  if (webhook === undefined) throw attempts.refused(address, "unknown_webhook");
  if ("refused" in verdict) {
    const refusal = attempts.refused(address, verdict.refused, webhook.name);
    if (refusal.code !== "rate_limited") parts.refusals.note(webhook.id, verdict.refused, now());
    throw refusal;
  }
  try {
    return await genuine(parts, webhook, { ...delivery, key: verdict.key, address });
  } catch (error) {
    if (isSvcError(error)) parts.refusals.note(webhook.id, error, now());
    throw error;
  }
}

/** Takes a delivery whose signature is right. */
async function genuine(
  parts: ReceiveParts,
  webhook: Webhook,
  { key, address, ...delivery }: Delivery & { key: string; address: string },
): Promise<Received> {
  const { store, attempts } = parts;
  const { body } = delivery;
  if (body.length > webhook.maxBytes) throw tooLarge(webhook.maxBytes);
  const before = store.delivery(webhook, key);
  if (before !== undefined) return repeated(before);
  attempts.taken(webhook.id);
  // GitHub's own question whether anybody is there; to claim it can only keep a run from starting.
  if (webhook.scheme === "github" && delivery.headers.get("x-github-event") === "ping") {
    return { outcome: "filtered", run: null };
  }
  const inputs = await inputsOf(webhook, delivery, parts);
  if (inputs === undefined) return filtered(parts, webhook, key);
  return await started(parts, { webhook, key, address }, inputs);
}

function repeated({ run }: TakenDelivery): Received {
  return { outcome: "repeated", run };
}

function filtered({ state, store, now }: ReceiveParts, webhook: Webhook, key: string): Received {
  return transaction(state.database, () => {
    const before = store.delivery(webhook, key);
    if (before !== undefined) return repeated(before);
    store.take(webhook, key, null, now());
    return { outcome: "filtered", run: null };
  });
}

async function started(
  { runs, store, log, now, attempts }: ReceiveParts,
  { webhook, key, address }: { webhook: Webhook; key: string; address: string },
  inputs: Record<string, unknown>,
): Promise<Received> {
  const { name, behavior, method, settings } = webhook;
  try {
    const { id } = await runs.submit(
      {
        behavior,
        method,
        inputs,
        settings,
        trigger: "webhook",
        initiatedBy: `webhook:${name}`,
        waitMs: WAIT_MS,
      },
      (run) => store.take(webhook, key, run, now()),
    );
    log.info("webhook.started", { webhook: name, run: id });
    return { outcome: "started", run: id };
  } catch (error) {
    // The same delivery may have come twice at once.
    const before = store.delivery(webhook, key);
    if (before !== undefined) return repeated(before);
    if (!isStill(webhook, store.find(name))) throw attempts.refused(address, "unknown_webhook");
    if (!isSvcError(error)) throw error;
    if (error.status === 429 || error.status >= 500 && error.code !== "internal") {
      throw busy(AGAIN_S, "The queue of runs is full");
    }
    log.error("webhook.failed", { webhook: name, code: error.code, error: error.message });
    throw unusable(error);
  }
}

/** Whether a webhook is what it was: an operator may have removed it or given it another secret. */
function isStill({ id, secret }: Webhook, now: Webhook | undefined): boolean {
  return now?.id === id && (now.secret === secret || now.previous?.secret === secret);
}

async function bodyOf(request: Request, limit: number, ms: number): Promise<Uint8Array> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow()), ms);
  try {
    return await readBytes(request, limit, late.signal);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): SvcError {
  return new SvcError("request_timeout", "The body did not arrive in time", {
    hint: "Send it again.",
  });
}

function tooLarge(limit: number): SvcError {
  return new SvcError("body_too_large", `This webhook accepts bodies of at most ${limit} bytes`, {
    hint: "The operator can create one that accepts more: svc webhook add --max-body",
  });
}
