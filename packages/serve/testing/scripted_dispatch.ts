import { createLog, type Log } from "@svc/http/log";
import { repositoryAt } from "@svc/runtime/repository";
import { type Dispatcher, dispatcher } from "../runs/dispatch.ts";
import { eventFolder } from "../runs/event_file.ts";
import { type RunLimits, usualLimits } from "../runs/limits.ts";
import { type News, news } from "../runs/news.ts";
import type { RunObserver } from "../runs/observer.ts";
import type { RunRow } from "../runs/row.ts";
import { openRunStore, type RunStore } from "../runs/store.ts";
import { RUN_TABLES } from "../runs/tables.ts";
import { temporaryState } from "./temporary_state.ts";

/** A dispatcher whose runs do what a test says, on a disk that is full as often as a test says. */
export interface ScriptedDispatch extends AsyncDisposable {
  dispatch: Dispatcher;
  store: RunStore;
  told: News;
  /** Folder of the state. */
  folder: string;
  /** How many of the next writes to the state find the disk full. */
  full: number;
  /** Writes a run to the state, queues it and has it begun as soon as it can. */
  submit(id: string, more?: Partial<RunRow>): void;
}

/** What a scripted dispatcher is made of. */
export interface DispatchScript {
  limits?: Partial<RunLimits>;
  now?(): Date;
  /** Does the method of a run; by default it succeeds at once. */
  run?(signal: AbortSignal): Promise<void>;
  loadRuntime?(): Promise<never>;
  observer?: Partial<RunObserver>;
  log?: Log;
}

/** Makes one, over a state of its own. */
export async function scriptedDispatch(script: DispatchScript = {}): Promise<ScriptedDispatch> {
  const { now = () => new Date(), run = () => Promise.resolve() } = script;
  const stack = new AsyncDisposableStack();
  const { state } = stack.use(await temporaryState(RUN_TABLES));
  await Deno.mkdir(eventFolder(state.folder));
  const store = openRunStore(state.database);
  const told = news();
  const assertRoom = () => {
    if (scripted.full === 0) return;
    scripted.full--;
    throw new Error("database or disk is full");
  };
  const runtime = {
    runMethod: async (_: unknown, { signal }: { signal: AbortSignal }) => {
      await run(signal);
      return { dataArtifacts: [] };
    },
    reportMaker: () => undefined,
    sharing: () => undefined,
  } as unknown as typeof import("../runs/runtime.ts");
  const dispatch = dispatcher({
    repository: repositoryAt(`${state.folder}/repository`),
    folder: state.folder,
    store: {
      ...store,
      begin: (...asked) => (assertRoom(), store.begin(...asked)),
      end: (...asked) => (assertRoom(), store.end(...asked)),
    },
    limits: { ...usualLimits(), ...script.limits },
    support: { env: () => undefined },
    log: script.log ?? createLog("off", now),
    now,
    told,
    observer: {
      begun: () => {},
      stateFailed: () => {},
      ended: () => {},
      around: (_, work) => work(),
      ...script.observer,
    },
    loadRuntime: script.loadRuntime ?? (() => Promise.resolve(runtime)),
    onEnded: () => {},
  });
  stack.defer(() => dispatch.close(0));
  const scripted: ScriptedDispatch = {
    dispatch,
    store,
    told,
    folder: state.folder,
    full: 0,
    submit(id, more = {}) {
      const at = now().toISOString();
      const row: RunRow = {
        ...{ id, behavior: "b", behavior_id: "b", method: "greet", status: "queued" },
        ...{ request: JSON.stringify({ inputs: {}, settings: {} }), triggered_by: "api" },
        ...{ initiated_by: "token:ci", idempotency_key: null, fingerprint: "", queued_at: at },
        ...{ wait_until: at, started_at: null, ended_at: null, output_id: null, log_file: null },
        ...{ result: null, result_note: null, error: null, bytes: 0 },
        ...more,
      };
      store.insert(row);
      dispatch.enqueue(row);
      dispatch.begin();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return scripted;
}
