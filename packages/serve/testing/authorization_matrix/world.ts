import { createDefinition, findDefinition } from "@svc/runtime/definitions";
import { GREET, modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import { openServing } from "../../open.ts";
import { addSchedule } from "../../schedules/operator.ts";
import type { RunView } from "../../answers/run.ts";
import { addWebhook, newHookSecret } from "../../webhooks/mod.ts";
import { testServer } from "../server.ts";
import { type MatrixCaller, matrixCallers } from "./callers.ts";
import { OTHER, type Target } from "./target.ts";

/** A real server over two behaviors, each with a run and its data. */
export interface MatrixServer extends AsyncDisposable {
  callers: readonly MatrixCaller[];
  targets: readonly Target[];
  /** Asks as nobody whose attempts are counted together with another one's. */
  ask(line: string, caller: MatrixCaller, body?: unknown): Promise<Response>;
}

/** Starts it. */
export async function matrixServer(): Promise<MatrixServer> {
  await using opening = new AsyncDisposableStack();
  const greeter = opening.use(await greeterRepository(modelText(GREET)));
  const { repository } = greeter;
  const other = await createDefinition(repository, { type: "@acme/greeter", name: OTHER });
  // Refused attempts are limited: between two requests passes the time that gives one back.
  let ticks = 0;
  const begun = Date.now();
  const now = () => new Date(begun + ticks * 20_000);
  let made: { callers: MatrixCaller[]; targets: Target[] } | undefined;
  await greeter.greet({ name: "Ada" });
  const server = opening.use(
    await testServer({}, {
      repository,
      now,
      open: async (ground, running) => {
        const serving = await openServing(ground, running);
        const ran = async (behavior: string): Promise<RunView> => {
          const { id } = await serving.runs.submit({
            behavior,
            method: "greet",
            inputs: { name: "Ada" },
            settings: {},
            trigger: "api",
            initiatedBy: "token:whole",
            waitMs: 0,
          });
          for await (const _ of serving.runs.events(id, 0, ground.stopping));
          return serving.runs.get(id)!;
        };
        const runs = [await ran("hello"), await ran(OTHER)] as const;
        for (const behavior of ["hello", OTHER]) {
          addSchedule(ground.state, {
            ...{ name: scheduleOf(behavior), behavior, method: "greet", settings: {}, by: "ada" },
            ...{ cron: "0 0 1 1 *", timeZone: "UTC", overlap: "skip", catchUp: false },
            // Never begins, however many callers ask for it.
            inputs: { nonsense: true },
          }, now());
          addWebhook(ground.state, {
            ...{ name: scheduleOf(behavior), behavior, method: "greet", inputs: {}, settings: {} },
            ...{ mapping: { values: {} }, scheme: "github", secret: newHookSecret("github") },
            ...{ maxBytes: 1000, by: "ada" },
          }, now());
        }
        const { id } = await hello(repository);
        const targets = [
          target("hello", runs[0]),
          target(id, runs[0]),
          target(OTHER, runs[1]),
          target(other.id, runs[1]),
          ...NOWHERE,
        ];
        const callers = await matrixCallers(serving, id);
        made = { callers, targets };
        return serving;
      },
    }),
  );
  const held = opening.move();
  return {
    ...made!,
    ask(line, { headers = {}, query = "" }, body) {
      ticks++;
      const [method, path] = line.split(" ") as [string, string];
      return server.ask(path + query, undefined, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function target(behavior: string, run: RunView): Target {
  return {
    behavior,
    name: run.behavior,
    run: run.id,
    output: run.outputId!,
    schedule: scheduleOf(run.behavior),
    webhook: scheduleOf(run.behavior),
    there: true,
  };
}

/** The schedule and the webhook of a behavior: their name does not tell which. */
function scheduleOf(behavior: string): string {
  return behavior === OTHER ? "second" : "first";
}

const ABSENT = "0190a0b4-7e1f-7c3e-8d21-4f6a2b3c4d5e";

/** What is not there: a name that some may see, one that hardly anybody may, and an id. */
const NOWHERE: readonly Target[] = ["helium", "nothing-q7", ABSENT].map((behavior) => ({
  behavior,
  name: behavior,
  run: ABSENT,
  output: ABSENT,
  schedule: "third",
  webhook: "third",
  there: false,
}));

async function hello(repository: Parameters<typeof findDefinition>[0]): Promise<{ id: string }> {
  return (await findDefinition(repository, "hello")).definition;
}
