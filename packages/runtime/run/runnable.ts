import { findDefinition } from "../repository/definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import { admitMethod } from "./admit/admit.ts";
import { shownArguments } from "./prepare/shown_arguments.ts";
import { splitInputs } from "./prepare/split_inputs.ts";
import type { Order } from "./order/order.ts";

/** A behavior whose method may be run. */
export interface RunnableBehavior {
  id: string;
  name: string;
}

/**
 * Refuses at once what could never run, as {@linkcode runMethod} would. Nothing is run and no
 * expression is evaluated, so that arguments may still turn out to be wrong later.
 *
 * @returns with the inputs as they were given, with secrets blanked
 * @throws SvcError `definition_not_found`, `unknown_type`, `unknown_method`, `unknown_argument`,
 *   `consent_required`, `consent_mismatch`, `permission_denied`, `policy_invalid`, `config_exposed`
 */
export async function assertRunnable(
  repository: Repository,
  order: Pick<Order, "definition" | "method" | "inputs" | "checks">,
) {
  const found = await findDefinition(repository, order.definition);
  const { runs, method } = await admitMethod(repository, found, order);
  const { definition } = found;
  const { declared, others } = splitInputs(runs, { definition, method, inputs: order.inputs });
  return {
    id: definition.id,
    name: definition.name,
    shown: {
      ...shownArguments(definition.inputs ?? {}, declared),
      ...shownArguments(method.arguments, others),
    },
  };
}
