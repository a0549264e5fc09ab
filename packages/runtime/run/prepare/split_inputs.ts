import type { MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Definition } from "../../repository/definitions/definition.ts";
import { isOpen, propertiesOf } from "../../base/schema/properties.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";

/** Names that a refusal lists: a caller may have given any number. */
const LISTED = 10;

/** The first of these names, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/**
 * Tells the inputs that the definition declares from the arguments of the method.
 *
 * @throws SvcError `unknown_argument` for one that neither has, listing those there are
 */
export function splitInputs(
  resolved: ResolvedType,
  { definition, method, inputs }: {
    definition: Definition;
    method: MethodDescriptor;
    inputs: Record<string, unknown>;
  },
) {
  const declared = propertiesOf(definition.inputs);
  const properties = Object.keys(propertiesOf(method.arguments));
  const entries = Object.entries(inputs);
  const others = Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(declared, name)));
  const unknown = Object.keys(others).filter((name) => !properties.includes(name));
  if (unknown.length > 0 && !isOpen(method.arguments)) {
    const names = [...new Set([...Object.keys(declared), ...properties])];
    throw new SvcError(
      "unknown_argument",
      `Unknown method input(s): ${firstOf(unknown)}. Valid inputs are: ${
        names.join(", ") || "none"
      }`,
      { hint: `'svc model type describe ${resolved.type.normalized}' explains them.` },
    );
  }
  return {
    declared: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(declared, name))),
    others,
  };
}

/**
 * The definition's inputs as its schema wants them. Of the required ones, those are enforced that the
 * method's preset arguments refer to.
 *
 * @throws SvcError `invalid_argument`
 */
export async function checkedInputs(
  { inputs: schema }: Definition,
  given: Record<string, unknown>,
  preset: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  if (schema === undefined) return {};
  const [{ declaredInputs }, { neededInputs }] = await Promise.all([
    import("../../repository/inputs/declared.ts"),
    import("../../behavior/evaluation/names.ts"),
  ]);
  const known = new Set(Object.keys(propertiesOf(schema)));
  return await declaredInputs(schema, given, { needed: neededInputs(preset, known), signal });
}
