import type { MethodContext } from "./extension.ts";
import { fakeContext, type Kept, problemsOf, type TestedModel } from "./fake_context.ts";

/** What a method is run with. */
export interface TestOptions {
  /** Its arguments, as a user gives them. */
  args?: Record<string, unknown>;
  /** The behavior's own values. */
  globalArgs?: Record<string, unknown>;
  /** The `data` of an earlier run, to go on with what that wrote. */
  data?: Kept["data"];
  signal?: AbortSignal;
  /** Members of `context` that the fake one does not have, or has otherwise. */
  context?: Partial<MethodContext>;
}

/** What a method did. */
export interface TestRun extends Kept {
  /** What it returned. */
  returned: unknown;
}

/**
 * Runs a method in this process: arguments and global arguments pass their schemas, each write is held
 * to its declared output. What the method throws is thrown.
 *
 * @throws Error for arguments that do not fit, a write that a run would refuse, or an unknown method
 */
export async function runMethod(
  model: TestedModel,
  method: string,
  options: TestOptions = {},
): Promise<TestRun> {
  const chosen = model.methods[method];
  if (chosen === undefined) {
    throw new Error(`${model.type} has no method '${method}': ${Object.keys(model.methods)}`);
  }
  const args = fitting("arguments", chosen.arguments, options.args ?? {});
  const globalArgs = model.globalArguments === undefined
    ? {}
    : fitting("global arguments", model.globalArguments, options.globalArgs ?? {});
  const kept: Kept = {
    written: [],
    files: [],
    deleted: [],
    logs: [],
    data: new Map(options.data),
  };
  const signal = options.signal ?? new AbortController().signal;
  const fake = fakeContext(model, method, globalArgs, kept, signal);
  const context = options.context === undefined ? fake : over(fake, options.context);
  const execute = chosen.execute as (args: unknown, context: MethodContext) => unknown;
  return { ...kept, returned: await execute.call(chosen, args, context) };
}

function fitting(what: string, schema: unknown, given: unknown): unknown {
  const { value, problem } = problemsOf(schema, given);
  if (problem !== undefined) throw new Error(`The ${what} are not valid: ${problem}`);
  return value;
}

function over(fake: MethodContext, members: Partial<MethodContext>): MethodContext {
  return new Proxy(fake, {
    get: (target, member) => Reflect.get(member in members ? members : target, member),
  });
}
