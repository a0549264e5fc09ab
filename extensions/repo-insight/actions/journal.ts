import * as z from "npm:zod@4.6.7";
import { createHash } from "node:crypto";
import type { Client } from "../../platform/client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import { keyHash, markerOf } from "../../platform/marker.ts";
import { openClient } from "./client.ts";
import { instanceName } from "../../platform/names.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import {
  type ActionName,
  type TriageAction,
  triageActionSchema,
} from "../outputs/triage_action.ts";

/** Characters of a body at most: the platform takes 65,536, and the marker needs some of them. */
export const LONGEST_BODY = 65_400;

/** The argument that names an action. */
export const KEY = z.string().min(8).max(200).describe(
  "Key for this action; the same key acts only once",
);

/** What is asked for, and under which key. */
export interface ActionRequest {
  action: ActionName;
  name: RepositoryName;
  /** The issue or pull request; none for a new issue and for a workflow run. */
  number?: number | null;
  runId?: number | null;
  idempotencyKey: string;
  /** Whatever else decides the effect, for example title and body. */
  effect: Record<string, unknown>;
}

/** What becomes known of an action while it is done. */
export type ActionDetails = Partial<
  Pick<
    TriageAction,
    "number" | "outcome" | "reason" | "url" | "performedBy" | "headSha" | "runAttempt" | "run"
  >
>;

/** The record of one idempotency key: what was intended, and what came of it. */
export interface Journal {
  /** What a body that is written for this key ends with. */
  marker: string;
  /** What an earlier run wrote; null when there was none. */
  before: TriageAction | null;
  /** Writes what is about to be done. Awaited before the call that does it. */
  intend(details: ActionDetails): Promise<void>;
  /** Writes and shows the result; gives what the method returns. */
  finish(details: ActionDetails): Promise<MethodResult>;
}

/**
 * Opens the record of a key (catalogue reference 7.3).
 *
 * @throws PlatformFailure `conflict` when the key was used with other arguments.
 */
async function openJournal(
  context: MethodContext,
  client: Client,
  { action, name, number = null, runId = null, idempotencyKey, effect }: ActionRequest,
): Promise<Journal> {
  const repo = `${name.owner}/${name.repo}`;
  const hash = keyHash(action, name, idempotencyKey);
  // The same behavior may be run against another instance, where nothing has been done yet.
  const { baseUrl } = client.request.endpoint.DEFAULTS;
  const argumentsDigest = sha256(JSON.stringify([baseUrl, number, runId, effect]));
  const resource = instanceName("triageAction", name, hash);
  const stored = await context.readResource(resource);
  const before = stored === null ? null : triageActionSchema.parse(stored);
  if (before !== null && before.argumentsDigest !== argumentsDigest) {
    throw new PlatformFailure("refused", {
      what: `${action} on ${repo}`,
      reason: `the idempotencyKey was used with other arguments at ${before.at}`,
      hint: "Use a new key for a new action",
    });
  }
  let current: TriageAction = before ?? {
    action,
    repo,
    number,
    runId,
    idempotencyKeyHash: hash,
    argumentsDigest,
    stage: "intent",
    outcome: null,
    reason: null,
    url: null,
    performedBy: null,
    headSha: null,
    runAttempt: null,
    run: null,
    at: "",
  };
  const write = (stage: TriageAction["stage"], details: ActionDetails) => {
    const at = new Date().toISOString();
    current = { ...current, outcome: null, reason: null, ...details, stage, at };
    return context.writeResource("triageAction", resource, current);
  };
  return {
    marker: markerOf(action, name, idempotencyKey),
    before,
    async intend(details) {
      await write("intent", details);
    },
    async finish(details) {
      const handle = await write("done", details);
      const { outcome, reason, url } = current;
      context.logger.info("{result}", { result: [outcome, reason ?? url].join(" ").trim() });
      return { dataHandles: [handle] };
    },
  };
}

/**
 * Acts under a key, unless an earlier run with it took effect.
 *
 * @param what as in {@link ask}
 * @throws PlatformFailure `conflict` when the key was used with other arguments.
 */
export async function actOnRecord(
  context: MethodContext,
  what: string,
  request: ActionRequest,
  act: (client: Client, journal: Journal) => Promise<MethodResult>,
): Promise<MethodResult> {
  const client = await openClient(context);
  const journal = await openJournal(context, client, request);
  if (tookEffect(journal.before)) return await journal.finish({ outcome: "exists" });
  return await ask(what, () => act(client, journal));
}

/** Whether an earlier run took effect; one that failed or was killed may be done again. */
function tookEffect(before: TriageAction | null): boolean {
  return before?.stage === "done" &&
    (before.outcome === "created" || before.outcome === "updated" || before.outcome === "exists");
}

/** When an earlier run, which did not finish, meant to act; null when there was none. */
export function intendedAt(before: TriageAction | null): string | null {
  return before?.stage === "intent" ? before.at : null;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
