import type { AdmittedMethod } from "../admit/admit.ts";
import type { Limits } from "../order/limits.ts";
import type { Listener } from "../order/listener.ts";
import type { Order } from "../order/order.ts";
import type { Person } from "../order/person.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import { admitValues } from "./admit_values.ts";
import { runArguments } from "./arguments.ts";
import { runVaults } from "./run_vaults.ts";
import type { RunSubject } from "./subject.ts";

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
