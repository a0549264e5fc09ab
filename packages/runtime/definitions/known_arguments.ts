import { SvcError } from "@svc/core/error";
import type { ResolvedType } from "../types/resolved.ts";
import { isOpen, propertiesOf } from "../schema/properties.ts";

/**
 * Refuses global arguments that the type does not declare.
 *
 * @throws SvcError `unknown_argument` listing those there are
 */
export function assertKnownArguments(
  resolved: ResolvedType,
  globalArguments: Record<string, unknown>,
): void {
  const type = resolved.type.normalized;
  const schema = resolved.model.globalArguments ?? {};
  const properties = Object.keys(propertiesOf(schema));
  // A union or a record has no list of its names.
  const open = resolved.model.globalArguments !== undefined && isOpen(schema);
  const unknown = Object.keys(globalArguments).filter((name) => !properties.includes(name));
  if (unknown.length > 0 && !open) {
    throw new SvcError(
      "unknown_argument",
      `Unknown global argument(s) for type '${type}': ${unknown.join(", ")}. ` +
        `Valid arguments are: ${properties.join(", ") || "none"}`,
      { hint: `'svc model type describe ${type}' explains them.` },
    );
  }
}
