import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import { isOpen, propertiesOf } from "../../base/schema/properties.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";

/** Global arguments that the type does not declare. */
export function unknownArguments(
  { model }: ResolvedType,
  globalArguments: Record<string, unknown>,
): string[] {
  const schema = model.globalArguments ?? {};
  // A union or a record has no list of its names.
  if (model.globalArguments !== undefined && isOpen(schema)) return [];
  const properties = namesOf(model);
  return Object.keys(globalArguments).filter((name) => !properties.includes(name));
}

/**
 * A line for each global argument of a file that the type does not declare: other tools of this layout
 * let them be, and a newer release of the extension may have dropped one.
 */
export function unknownArgumentWarnings(
  resolved: ResolvedType,
  globalArguments: Record<string, unknown>,
): string[] {
  const properties = namesOf(resolved.model);
  return unknownArguments(resolved, globalArguments).map((name) =>
    `globalArguments.${name} is not declared by ${resolved.type.normalized}, whose methods do not get it. ${
      didYouMean(name, properties) ?? `There are: ${properties.join(", ") || "none"}`
    }`
  );
}

/**
 * Refuses global arguments that the type does not declare, where a person gives them.
 *
 * @throws SvcError `unknown_argument` listing those there are
 */
export function assertKnownArguments(
  resolved: ResolvedType,
  globalArguments: Record<string, unknown>,
): void {
  const unknown = unknownArguments(resolved, globalArguments);
  if (unknown.length === 0) return;
  const type = resolved.type.normalized;
  throw new SvcError(
    "unknown_argument",
    `Unknown global argument(s) for type '${type}': ${unknown.join(", ")}. ` +
      `Valid arguments are: ${namesOf(resolved.model).join(", ") || "none"}`,
    { hint: `'svc model type describe ${type}' explains them.` },
  );
}

function namesOf({ globalArguments }: ResolvedType["model"]): string[] {
  return Object.keys(propertiesOf(globalArguments ?? {}));
}
