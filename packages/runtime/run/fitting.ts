import type { JsonSchema } from "@svc/core/descriptor";
import { findDefinition } from "../repository/definitions/find.ts";
import { coerceInputs } from "../repository/inputs/coerce.ts";
import { holdsExpression } from "../repository/inputs/template.ts";
import type { Repository } from "../repository/repository.ts";
import { argumentsReading } from "../base/schema/input_reading.ts";
import { propertiesOf, requiredOf } from "../base/schema/properties.ts";
import { admitMethod } from "./admit/admit.ts";
import { assertFits, assertRequired } from "./prepare/argument_validation.ts";
import { splitInputs } from "./prepare/split_inputs.ts";
import type { Order } from "./order/order.ts";
import type { RunnableBehavior } from "./runnable.ts";

/** A run that will be asked for again and again, with these inputs. */
interface StandingRequest extends Pick<Order, "definition" | "method" | "inputs"> {
  /** Names of inputs whose values come with each run. */
  later?: readonly string[];
}

/**
 * Refuses at once what no run could accept, as far as it is known before: unknown names, values that the
 * schemas refuse, what is required and never given. Expressions are not evaluated; the values that they
 * and each run give are checked then.
 *
 * @throws SvcError as {@linkcode assertRunnable}, and `invalid_argument`
 */
export async function assertInputsFit(
  repository: Repository,
  { definition: name, method: methodName, inputs, later = [] }: StandingRequest,
): Promise<RunnableBehavior> {
  const found = await findDefinition(repository, name);
  const { runs, method } = await admitMethod(repository, found, { method: methodName });
  const { definition } = found;
  const all = { ...Object.fromEntries(later.map((one) => [one, null])), ...inputs };
  const { declared, others } = splitInputs(runs, { definition, method, inputs: all });
  const preset = definition.methods[method.name]?.arguments ?? {};
  const reading = argumentsReading(method.arguments, method.input);
  assertRequired(reading, { ...preset, ...others }, definition.globalArguments);
  await assertKnownFit(definition.inputs ?? {}, pick(declared, inputs));
  await assertKnownFit(reading, pick(others, inputs));
  return { id: definition.id, name: definition.name };
}

function pick(
  names: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(names, name)),
  );
}

/** Checks those values that are known by now, each for itself. */
async function assertKnownFit(schema: JsonSchema, values: Record<string, unknown>): Promise<void> {
  const known = Object.fromEntries(
    Object.entries(values).filter(([, value]) => !holdsExpression(value)),
  );
  const properties = propertiesOf(schema);
  const partial = {
    ...schema,
    properties,
    required: requiredOf(schema).filter((name) => Object.hasOwn(known, name)),
  };
  await assertFits("Method", partial, coerceInputs(known, schema), undefined);
}
