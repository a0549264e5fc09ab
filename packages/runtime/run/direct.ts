import type { RunResult } from "@svc/core/answer";
import type { Repository } from "../repository/repository.ts";
import { directBehavior, resolveEitherWay } from "./prepare/direct_behavior.ts";
import type { RunOptions } from "./request.ts";
import { runMethod } from "./run.ts";

export { routeInputs } from "./prepare/direct_behavior.ts";

/** What to run directly, by type. */
export interface TypeRunRequest extends RunOptions {
  /** The type, in any spelling, with or without its `@`. */
  type: string;
  /** The behavior to run it as; made when there is none. */
  name: string;
  method: string;
  /** Arguments of the method and of the type together. */
  inputs: Record<string, unknown>;
}

/**
 * Runs a method of a type without a behavior made before (runtime reference 3.3): one of that name is
 * made in `.svc/auto-definitions`, or used again with the arguments now given.
 *
 * @throws SvcError what `directBehavior` and `runMethod` throw.
 */
export async function runType(
  repository: Repository,
  request: TypeRunRequest,
): Promise<RunResult> {
  const { type, name, inputs, ...options } = request;
  const resolved = await resolveEitherWay(repository, type);
  const behavior = await directBehavior(repository, resolved, {
    name,
    method: options.method,
    inputs,
    signal: options.signal,
  });
  if (behavior.created) {
    request.onEvent?.({ kind: "created", model: name, type: resolved.type.normalized });
  }
  return await runMethod(repository, {
    ...options,
    definition: behavior.id,
    inputs: behavior.inputs,
    typed: inputs,
  });
}
