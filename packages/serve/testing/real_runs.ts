import { createLog } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import { openRuns } from "../runs/open.ts";
import type { RunView } from "../answers/run.ts";
import type { NumberedEvent, RunOrder, Runs } from "../runs/run.ts";
import type { RunLimits } from "../runs/limits.ts";
import { openServeState } from "../open.ts";
import type { State } from "../state/open.ts";

/** The runs of a repository, as a server has them. Disposing stops them at once. */
export interface TestRuns extends AsyncDisposable {
  runs: Runs;
  state: State;
  /** Asks for `greet` of `hello`. */
  order(more?: Partial<RunOrder>): RunOrder;
  /** Runs to the end. */
  done(order?: Partial<RunOrder>): Promise<RunView>;
}

/** Opens the runs of a repository. */
export async function testRuns(
  repository: Repository,
  limits: Partial<RunLimits> = {},
): Promise<TestRuns> {
  const state = await openServeState(repository);
  const log = createLog("off", () => new Date());
  const support = { env: (name: string) => Deno.env.get(name) };
  const runs = await openRuns({ repository, state, limits, support, log });
  const order = (more: Partial<RunOrder> = {}): RunOrder => ({
    behavior: "hello",
    method: "greet",
    inputs: { name: "Ada" },
    settings: {},
    trigger: "api",
    initiatedBy: "token:ci",
    waitMs: 0,
    ...more,
  });
  return {
    runs,
    state,
    order,
    async done(more) {
      const { id } = await runs.submit(order(more));
      return await ended(runs, id);
    },
    async [Symbol.asyncDispose]() {
      await runs.close(0);
      state[Symbol.dispose]();
    },
  };
}

/** Waits for the end of a run. */
export async function ended(runs: Runs, id: string): Promise<RunView> {
  await eventsOf(runs, id);
  return runs.get(id)!;
}

/** All events of a run behind `after`, to its end. */
export async function eventsOf(runs: Runs, id: string, after = 0): Promise<NumberedEvent[]> {
  return await Array.fromAsync(runs.events(id, after, new AbortController().signal));
}

/** Waits for an event of a run. */
export async function until(
  runs: Runs,
  id: string,
  is: (event: NumberedEvent["event"]) => boolean,
): Promise<NumberedEvent> {
  for await (const one of runs.events(id, 0, new AbortController().signal)) {
    if (is(one.event)) return one;
  }
  throw new Error(`run ${id} has ended without that: ${JSON.stringify(runs.get(id))}`);
}
