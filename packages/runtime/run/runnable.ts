import { findDefinition } from "../repository/definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import { admitMethod } from "./admit.ts";
import { givenInputs } from "./given_inputs.ts";
import type { RunRequest } from "./request.ts";

/** A behavior whose method may be run. */
export interface RunnableBehavior {
  id: string;
  name: string;
}

/**
 * Refuses at once what could never run, as {@linkcode runMethod} would. Nothing is run and no
 * expression is evaluated, so that arguments may still turn out to be wrong later.
 *
 * @throws SvcError `definition_not_found`, `unknown_type`, `unknown_method`, `unknown_argument`,
 *   `consent_required`, `consent_mismatch`, `permission_denied`, `policy_invalid`, `config_exposed`
 */
export async function assertRunnable(
  repository: Repository,
  request: RunRequest,
): Promise<RunnableBehavior> {
  const found = await findDefinition(repository, request.definition);
  const { runs, method } = await admitMethod(repository, found, request);
  givenInputs(runs, { definition: found.definition, method, inputs: request.inputs });
  return { id: found.definition.id, name: found.definition.name };
}
