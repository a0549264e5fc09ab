import { SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import { methodNotAllowed } from "@svc/http/edge";
import type { Log } from "@svc/http/log";
import type { Mapper } from "@svc/runtime/mapping";
import type { Runs } from "../runs/run.ts";
import type { State } from "../state/open.ts";
import { deliveryAttempts } from "./attempts.ts";
import { refusals as noRefusals, type RefusedDelivery } from "./refusals.ts";
import { deliverySlots } from "./slots.ts";
import type { Received } from "./receive.ts";

/** What webhooks have done since the server started. */
export type WebhookCounts = Record<Received["outcome"] | "refused", number>;

/** The webhooks of a server in progress. */
export interface Webhooks extends AsyncDisposable {
  /**
   * Answers a request below `/hooks/`; undefined for any other path.
   *
   * @throws SvcError whatever is to be answered
   */
  answer(request: Request, address: string): Promise<Response | undefined>;
  counts(): WebhookCounts;
  /** Deliveries of a webhook that were refused since the server started, by its id. */
  refused(webhook: string): RefusedDelivery[];
}

/** What webhooks depend on. */
export interface WebhookParts {
  state: State;
  runs: Runs;
  log: Log;
  now(): Date;
  /** Aborted when nothing more is to start. */
  stopping: AbortSignal;
  /** Milliseconds that a sender may take over its body. */
  bodyMs?: number;
}

/** Senders of deliveries wait about as long themselves. */
const BODY_MS = 10_000;

const PATH = /^[^:]+:\/\/[^/]+\/hooks\/([^/?#]*)\/?(?:[?#]|$)/;

/** Takes deliveries of the webhooks of a state. Nothing more is loaded before the first one. */
export function openWebhooks(parts: WebhookParts): Webhooks {
  const counts: WebhookCounts = { started: 0, repeated: 0, filtered: 0, refused: 0 };
  const [attempts, slots, refusals] = [deliveryAttempts(parts), deliverySlots(), noRefusals()];
  let mapper: Mapper | undefined;

  async function receiver() {
    const [{ receive, openWebhookStore }, { openMapper }] = await Promise.all([
      lazily<typeof import("./receiving.ts")>(import.meta, "./receiving.ts"),
      import("@svc/runtime/mapping"),
    ]);
    mapper ??= openMapper();
    const store = openWebhookStore(parts.state.database);
    const all = { bodyMs: BODY_MS, ...parts, store, mapper, attempts, slots, refusals };
    return (name: string, request: Request, address: string) =>
      receive(all, name, request, address);
  }
  let receiving: ReturnType<typeof receiver> | undefined;

  return {
    async answer(request, address) {
      const name = PATH.exec(request.url)?.[1];
      if (name === undefined) return undefined;
      try {
        if (request.method !== "POST") return methodNotAllowed(request.method, ["POST"]);
        if (parts.stopping.aborted) throw stops();
        receiving ??= receiver();
        const { outcome, run } = await (await receiving)(name, request, address);
        counts[outcome]++;
        return Response.json({ run }, {
          status: outcome === "started" ? 202 : 200,
          headers: { "cache-control": "no-store" },
        });
      } catch (error) {
        counts.refused++;
        throw error;
      }
    },
    counts: () => ({ ...counts }),
    refused: (webhook) => refusals.of(webhook),
    [Symbol.asyncDispose]: async () => await mapper?.[Symbol.asyncDispose](),
  };
}

function stops(): SvcError {
  return new SvcError("unavailable", "The server stops", {
    hint: "Send it again in 30 s.",
    details: [{ path: "retry-after", message: "30" }],
  });
}
