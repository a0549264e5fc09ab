import { createLog } from "@svc/http/log";
import { RUN_TABLES } from "../runs/tables.ts";
import { openWebhooks } from "../webhooks/open.ts";
import { addWebhook, type WebhookOrder } from "../webhooks/operator.ts";
import { newHookSecret } from "../webhooks/secret.ts";
import { WEBHOOK_TABLES } from "../webhooks/store.ts";
import { BODY_BYTES } from "../webhooks/webhook.ts";
import { githubDelivery, standardDelivery } from "./deliveries.ts";
import { temporaryState } from "./temporary_state.ts";
import { notedRuns } from "./noted_runs.ts";

/** Webhooks over a state, whose runs are written down and never begin, and whose clock a test sets. */
export async function testHooks({ bodyMs }: { bodyMs?: number } = {}) {
  const stack = new AsyncDisposableStack();
  const kept = stack.use(await temporaryState([...RUN_TABLES, ...WEBHOOK_TABLES]));
  const { state } = kept;
  const runs = notedRuns(state);
  const lines: string[] = [];
  const clock = { now: new Date("2026-11-22T12:00:00Z") };
  const stopping = new AbortController();
  const parts = {
    state,
    runs,
    log: createLog("json", () => clock.now, (line) => lines.push(line)),
    now: () => clock.now,
    stopping: stopping.signal,
    ...(bodyMs === undefined ? {} : { bodyMs }),
  };
  let hooks = stack.use(openWebhooks(parts));
  const secrets = { standard: newHookSecret("standard"), github: newHookSecret("github") };
  /** Sends a request, and reads the answer, errors as they are thrown. */
  const send = async (request: Request, address = "192.0.2.1") => {
    const response = await hooks.answer(request, address);
    return { status: response!.status, body: await response!.json() as { run: string | null } };
  };
  return {
    state,
    runs,
    lines,
    clock,
    secrets,
    stopping,
    send,
    hooks: () => hooks,
    /** What ends with a process is gone. */
    restart() {
      hooks = stack.use(openWebhooks(parts));
    },
    add: (more: Partial<WebhookOrder> = {}) =>
      addWebhook(state, {
        name: "deploy",
        behavior: "hello",
        method: "greet",
        inputs: {},
        mapping: { values: {} },
        settings: {},
        scheme: "github",
        secret: secrets[more.scheme ?? "github"],
        maxBytes: BODY_BYTES.usual,
        by: "ada@builder",
        ...more,
      }, clock.now),
    github: (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      githubDelivery("deploy", body, { secret: secrets.github, headers }),
    standard: (
      body: string,
      more: { id?: string; at?: Date; headers?: Record<string, string> } = {},
    ) => standardDelivery("deploy", body, { secret: secrets.standard, at: clock.now, ...more }),
    /** Runs that there are. */
    started: () =>
      state.database.prepare("SELECT id FROM runs ORDER BY rowid").all().map(({ id }) => id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
