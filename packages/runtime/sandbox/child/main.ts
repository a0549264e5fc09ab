import type { CelModule } from "./cel.ts";
import { openChannel } from "./channel.ts";
import { createContext } from "./context.ts";
import { described } from "./described.ts";
import { captureConsole } from "./logger.ts";
import { guarded, lenient, type SchemaLike } from "./withheld.ts";
import type { FromChild, Hello } from "../protocol.ts";
import { watchSandbox } from "./watch.ts";
import { type CheckRules, checkRuns, type Selectable } from "../check_rules.ts";

interface Model {
  globalArguments?: SchemaLike;
  checks?: Record<string, Check>;
  upgrades?: Upgrade[];
  methods: Record<string, {
    arguments?: SchemaLike;
    execute(args: unknown, context: unknown): Promise<Returned> | Returned;
  }>;
}

/** What a module adds to a type: lists of records, or one of each. */
interface Graft {
  methods?: Model["methods"] | Model["methods"][];
  checks?: Record<string, Check> | Record<string, Check>[];
}

function graftOf({ methods = [], checks = [] }: Graft): Model {
  return {
    methods: Object.assign({}, ...[methods].flat()),
    checks: Object.assign({}, ...[checks].flat()),
  };
}

type Returned = { dataHandles?: { name: string }[] } | undefined | null | void;

/**
 * Runs one method in the sandbox: reads what to do, loads the bundle, and reports how it ended.
 *
 * @param load imports the bundle; called only after the pipes have been taken over
 * @param loadCel imports what `context.createCelEnvironment` needs
 */
export async function start(
  load: () => Promise<Record<string, unknown>>,
  loadCel?: () => Promise<[typeof import("./cel.ts"), CelModule]>,
): Promise<void> {
  const channel = openChannel();
  const { hello, send, exit } = channel;
  captureConsole(send);
  const tellUnreachable = watchSandbox(channel);
  try {
    const loaded = await load();
    const model = hello.graft ? graftOf(loaded["extension"] as Graft) : loaded["model"] as Model;
    if (hello.upgrade !== undefined) {
      const { globalArguments, upgrade } = hello;
      send({ t: "upgraded", attributes: await upgraded(model.upgrades, globalArguments, upgrade) });
      return exit(0);
    }
    const globals = globalsOf(hello, model.globalArguments);
    const method = hello.checksOnly ? undefined : model.methods[hello.method]!;
    const args = check("method", method?.arguments, hello.arguments);
    const cel = await loadCel?.();
    const { context, checkContext, written, settled } = createContext(channel, {
      globalArgs: globals,
      celEnvironment: cel && (() => cel[0].celEnvironment(cel[1])),
    });
    const failures = hello.checks === undefined || model.checks === undefined
      ? []
      : await failedChecks(model.checks, hello.method, hello.checks, checkContext, send);
    if (failures.length > 0) {
      tellUnreachable();
      send({ t: "checks", failures });
      return exit(0);
    }
    const result = await method?.execute(args, context);
    await settled();
    const returned = result?.dataHandles;
    // Returned twice, a name is a mistake; written twice, it has two versions.
    const names = Array.isArray(returned) && returned.length > 0
      ? returned.map((handle) => String(handle?.name))
      : [...written];
    send({ t: "done", handles: names });
  } catch (error) {
    if (error instanceof Invalid) {
      send({ t: "invalid", what: error.what, issues: error.issues });
    } else {
      tellUnreachable();
      const { name, message, stack } = described(error);
      send({ t: "failed", name, message, stack });
    }
  }
  // Timers and sockets that the method left open must not keep the run going.
  exit(0);
}

class Invalid extends Error {
  constructor(
    readonly what: "global" | "method",
    readonly issues: { path: string; message: string }[],
  ) {
    super("invalid");
  }
}

function globalsOf(
  { globalArguments, withheld = {} }: Hello,
  schema: SchemaLike | undefined,
): Record<string, unknown> {
  const values = check("global", lenient(schema), globalArguments) as Record<string, unknown>;
  return guarded(values, withheld);
}

function check(what: "global" | "method", schema: SchemaLike | undefined, value: unknown): unknown {
  if (schema === undefined) return value;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Invalid(
    what,
    result.error.issues.map((issue) => ({
      path: issue.path.map(String).join("."),
      message: issue.message,
    })),
  );
}

/** A step that a module exports under `upgrades`. */
interface Upgrade {
  toVersion: string;
  /** Nothing changes without it. */
  upgradeAttributes?(old: Record<string, unknown>): unknown;
}

/**
 * The global arguments after the steps to these versions, in their order.
 *
 * @throws Error when a step is missing or gives no object.
 */
async function upgraded(
  upgrades: readonly Upgrade[] = [],
  attributes: Record<string, unknown>,
  { toVersions }: { toVersions: readonly string[] },
): Promise<Record<string, unknown>> {
  let current = attributes;
  for (const version of toVersions) {
    const step = upgrades.find(({ toVersion }) => toVersion === version);
    if (step === undefined) throw new Error(`The module has no upgrade to ${version}`);
    const next = step.upgradeAttributes === undefined
      ? current
      : await step.upgradeAttributes(current);
    if (typeof next !== "object" || next === null || Array.isArray(next)) {
      throw new Error(`The upgrade to ${version} gives no object`);
    }
    current = next as Record<string, unknown>;
  }
  return current;
}

/** A check of a module. */
interface Check extends Selectable {
  execute(context: unknown): Promise<Verdict> | Verdict;
}

type Verdict = { pass: boolean; errors?: unknown; message?: unknown } | undefined | null | void;

/** A check that did not pass. */
interface CheckFailure {
  name: string;
  errors: string[];
}

/**
 * Runs the checks that `rules` select, one after the other, and gives those that did not pass: a check
 * that throws or says nothing has not passed.
 *
 * @throws what a check throws when the sandbox denied it something, so that it can be granted.
 */
async function failedChecks(
  checks: Record<string, Check>,
  method: string,
  rules: CheckRules,
  context: unknown,
  send: (message: FromChild) => void,
): Promise<CheckFailure[]> {
  const failures: CheckFailure[] = [];
  const failed = (name: string, errors: string[]) => {
    failures.push({ name, errors });
    send({ t: "checked", name, passed: false, errors });
  };
  for (const [name, check] of Object.entries(checks)) {
    if (!checkRuns(name, check, method, rules)) continue;
    try {
      const verdict = await check.execute(context);
      if (verdict?.pass === true) {
        send({ t: "checked", name, passed: true, errors: [] });
        continue;
      }
      // Some say one thing, as a message.
      const said = verdict?.errors ?? verdict?.message ?? [];
      failed(name, [said].flat().map(String));
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) throw error;
      failed(name, [error instanceof Error ? error.message : String(error)]);
    }
  }
  return failures;
}
