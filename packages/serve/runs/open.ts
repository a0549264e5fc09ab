import { SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import type { Log } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import type { State } from "../state/open.ts";
import { dispatcher } from "./dispatch.ts";
import { followEvents, untilEnded } from "./follow.ts";
import { type RunLimits, usualLimits } from "./limits.ts";
import { news } from "./news.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { recover } from "./recover.ts";
import type { RunObserver } from "./observer.ts";
import { keepTidy } from "./retention.ts";
import { publicRuns } from "./public_runs.ts";
import { type RunRow, viewOf, type Wanted } from "./row.ts";
import type { RunOrder, Runs } from "./run.ts";
import { openRunStore } from "./store.ts";
import { assertOwnTags } from "./tags.ts";
import type { RunSupport } from "./work.ts";
import { eventFolder } from "./event_file.ts";

/** What the runs of a server depend on. */
export interface RunsOptions {
  repository: Repository;
  state: State;
  limits?: Partial<RunLimits>;
  support: RunSupport;
  log: Log;
  observer?: RunObserver | undefined;
  now?(): Date;
}

/** Characters of inputs that are kept when a run has ended. */
const MOST_SHOWN = 64_000;

/** Milliseconds after which what takes a run is loaded, when none has come: the server listens by then. */
const WARM_MS = 250;

/**
 * Opens the runs of a server: those that a server before it left in progress are `interrupted`, those that
 * it left queued are run. Only one process may do so for a repository.
 */
export async function openRuns(options: RunsOptions): Promise<Runs> {
  const { repository, state, support, log, observer, now = () => new Date() } = options;
  const limits = { ...usualLimits(), ...options.limits };
  await Deno.mkdir(eventFolder(state.folder), { recursive: true, mode: 0o700 });
  const store = openRunStore(state.database);
  const told = news();
  const loadRuntime = () => lazily<typeof import("./runtime.ts")>(import.meta, "./runtime.ts");
  const shown = publicRuns(repository.root);
  recover({ repository, store, log, observer, now });
  const tidying = keepTidy({ folder: state.folder, store, limits, now, log });
  const dispatch = dispatcher({
    repository,
    folder: state.folder,
    store,
    limits,
    support,
    observer,
    log,
    now,
    told,
    loadRuntime,
    onEnded: () => tidying.ended(),
  });
  for (const row of store.open()) dispatch.enqueue(waitingAnew(row, now()));
  dispatch.begin();
  const warming = setTimeout(() => void loadRuntime().catch(() => {}), WARM_MS);

  const following = {
    folder: state.folder,
    store,
    told,
    isOver: () => dispatch.over,
    isAtWork: dispatch.isAtWork,
  };

  /** The run that this exact order asked for before. */
  function known(order: RunOrder, fingerprint: string): RunRow | undefined {
    const { initiatedBy, idempotencyKey } = order;
    const row = idempotencyKey === undefined ? undefined : store.byKey(initiatedBy, idempotencyKey);
    if (row === undefined || row.fingerprint === fingerprint) return row;
    throw new SvcError("conflict", `This idempotency key belongs to another run: ${row.id}`, {
      hint: "Send a new key for each new run, and the same one only for the same run.",
    });
  }

  return {
    async submit(order, alongside) {
      const fingerprint = await fingerprintOf(order);
      const before = known(order, fingerprint);
      if (before !== undefined) return shown.view(viewOf(before));
      dispatch.assertOpen();
      const { assertRunnable, v7 } = await loadRuntime();
      const { behavior, method, inputs, settings } = order;
      assertOwnTags(settings.tags);
      const found = await assertRunnable(repository, {
        definition: behavior,
        method,
        inputs,
        checks: settings.checks,
      });
      if (found.name !== behavior) throw notAName(behavior);
      // From here on nothing waits, so that no other order comes between.
      const twin = known(order, fingerprint);
      if (twin !== undefined) return shown.view(viewOf(twin));
      dispatch.assertRoom(order, found.id);
      const at = now();
      const row = rowOf(order, {
        id: v7(),
        behaviorId: found.id,
        shown: found.shown,
        fingerprint,
        at,
      });
      store.insert(row, alongside);
      dispatch.enqueue(row);
      dispatch.begin();
      return shown.view(viewOf(store.get(row.id)!));
    },
    get(id) {
      const row = store.get(id);
      return row && shown.view(viewOf(row));
    },
    list: (filter) => store.list(filter).map(shown.summary),
    cancel(id, by) {
      dispatch.cancel(id, by);
      const row = store.get(id);
      return row && shown.view(viewOf(row));
    },
    async *events(id, after, signal) {
      for await (const numbered of followEvents(following, id, { after, signal })) {
        yield { ...numbered, event: shown.event(numbered.event) };
      }
    },
    ended: (id, signal) => untilEnded(following, id, signal),
    counts: () => dispatch.counts(),
    async close(graceMs) {
      clearTimeout(warming);
      tidying[Symbol.dispose]();
      await dispatch.close(graceMs);
    },
  };
}

/** A run that waits for its behavior as long again: nobody was in progress while there was no server. */
function waitingAnew(row: RunRow, now: Date): RunRow {
  const waitMs = Date.parse(row.wait_until) - Date.parse(row.queued_at);
  return { ...row, wait_until: new Date(now.getTime() + waitMs).toISOString() };
}

function wantedOf(
  { inputs, settings, traceparent }: RunOrder,
  shown: Record<string, unknown>,
): Wanted {
  const isShort = JSON.stringify(shown).length <= MOST_SHOWN;
  return {
    inputs,
    settings,
    ...(isShort ? { shown } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

function rowOf(
  order: RunOrder,
  { id, behaviorId, shown, fingerprint, at }: {
    id: string;
    shown: Record<string, unknown>;
    behaviorId: string;
    fingerprint: string;
    at: Date;
  },
): RunRow {
  return {
    id,
    behavior: order.behavior,
    behavior_id: behaviorId,
    method: order.method,
    request: JSON.stringify(wantedOf(order, shown)),
    status: "queued",
    triggered_by: order.trigger,
    initiated_by: order.initiatedBy,
    idempotency_key: order.idempotencyKey ?? null,
    fingerprint,
    queued_at: at.toISOString(),
    wait_until: new Date(at.getTime() + order.waitMs).toISOString(),
    started_at: null,
    ended_at: null,
    output_id: null,
    log_file: null,
    result: null,
    result_note: null,
    error: null,
    bytes: 0,
  };
}

/** An allow list holds names, so that an id would be a way around it. */
function notAName(behavior: string): SvcError {
  return new SvcError("definition_not_found", `Behavior not found: ${behavior}`, {
    hint: "Use its name, not its id.",
  });
}
