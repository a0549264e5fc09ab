import type { AdmittedMethod } from "../admit/admit.ts";
import type { Limits } from "../order/limits.ts";
import type { Listener } from "../order/listener.ts";
import type { Order } from "../order/order.ts";
import type { Person } from "../order/person.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import { admitValues } from "./admit_values.ts";
import { runArguments } from "./arguments.ts";
import type { RunSubject } from "./subject.ts";
import { lazily } from "@svc/core/module";
import type { OpenVaults, RunVaults } from "../calls/run_vaults.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";

/** What a run is about, with its arguments. Disposing closes the vaults that they came from. */
export interface Prepared extends AsyncDisposable {
  subject: RunSubject;
}

/**
 * Evaluates the arguments of a method that may run, and lets placeholders among its grants stand only
 * for values that the person knows of.
 *
 * @throws SvcError `unknown_argument`, `invalid_argument`, `vault_required`, `consent_required`;
 *   `timeout` or `memory_limit` for an expression that takes too much; `cancelled`
 */
export async function prepare(
  repository: Repository,
  { found, admitted }: { found: FoundDefinition; admitted: AdmittedMethod },
  request:
    & Order
    & Pick<Person, "onGrant" | "allowRequested" | "vaults">
    & Pick<Limits, "signal">
    & Listener,
): Promise<Prepared> {
  const { type, method, checks, runs: resolved, checkers } = admitted;
  const { signal } = request;
  await using opened = new AsyncDisposableStack();
  const vaults = opened.use(runVaults(repository, request));
  const args = await runArguments({
    repository,
    resolved,
    definition: found.definition,
    method,
    inputs: request.inputs,
    // What a method or a stranger hands on is not to be evaluated: it would read variables for them.
    literal: request.parent !== undefined || request.foreign === true,
    secret: (vault, key) => vaults.get(vault, key, { signal }),
    signal,
  });
  for (const part of [resolved, ...checkers]) {
    const values = { repository, found, resolved: part, args, vaults };
    await admitValues({ ...values, order: request, person: request });
  }
  const held = opened.move();
  return {
    subject: {
      repository,
      found,
      type,
      resolved,
      checkers,
      method,
      args,
      checks,
      order: request,
      vaults,
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Whose vaults a run uses, and how they are opened. */
type RunVaultsInput =
  & Pick<Order, "parent">
  & Pick<Person, "vaults" | "onGrant">
  & Pick<Limits, "signal">
  & Listener;

/**
 * The vaults of a run: nothing of them is loaded before something asks. A run within another one uses
 * that one's.
 */
function runVaults(repository: Repository, input: RunVaultsInput): RunVaults {
  const shared = input.parent?.vaults;
  let opening: Promise<RunVaults> | undefined;
  const vaults = () =>
    opening ??= shared === undefined ? opener(input)(repository) : Promise.resolve(shared);
  const known = new Map<string, Promise<string>>();
  // Not those of the other run: what a run blanks tells its method what it has guessed.
  const values = new Set<string>();
  return {
    get(vault, key, options) {
      const place = JSON.stringify([vault, key]);
      const before = known.get(place);
      if (before !== undefined) return before;
      // A failure is kept as well: ten references do not wait ten times for a vault that hangs.
      const value = vaults().then((all) => all.get(vault, key, options)).then((text) => {
        values.add(text);
        return text;
      });
      known.set(place, value);
      return value;
    },
    async put(vault, key, value, options) {
      known.delete(JSON.stringify([vault, key]));
      values.add(value);
      await (await vaults()).put(vault, key, value, options);
    },
    remove: async (...secret) => await (await vaults()).remove(...secret),
    choose: async (wanted) => await (await vaults()).choose(wanted),
    get values() {
      return [...values];
    },
    [Symbol.asyncDispose]: async () => {
      if (shared === undefined && opening !== undefined) {
        await (await vaults())[Symbol.asyncDispose]();
      }
    },
  };
}

function opener({ vaults, signal, onGrant, onEvent }: RunVaultsInput): OpenVaults {
  return vaults ?? (async (repository) => {
    const { openRunVaults } = await lazily<typeof import("./open_vaults.ts")>(
      import.meta,
      "./open_vaults.ts",
    );
    return openRunVaults(repository, {
      signal,
      onGrant,
      onLog: (level: LogLevel, text: string) => onEvent?.({ kind: "output", level, text }),
    });
  });
}
