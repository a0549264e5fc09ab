import { SvcError } from "@svc/core/error";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { referencesIn } from "./references.ts";
import { scopeOf } from "./scope.ts";

/**
 * The behaviors in an order in which each comes after those whose definitions it refers to.
 *
 * @throws SvcError `invalid_argument` for a circle: `Cyclic dependency detected: a -> b -> a`
 */
export function inOrder(all: readonly FoundDefinition[]): FoundDefinition[] {
  const byName = new Map(all.flatMap((found) => [
    [found.definition.id, found],
    [found.definition.name, found],
  ]));
  const ordered = new Set<FoundDefinition>();
  const visit = (found: FoundDefinition, waiting: readonly FoundDefinition[]): void => {
    if (ordered.has(found)) return;
    if (waiting.includes(found)) {
      const circle = [...waiting.slice(waiting.indexOf(found)), found];
      throw new SvcError(
        "invalid_argument",
        `Cyclic dependency detected: ${
          circle.map(({ definition }) => definition.name).join(" -> ")
        }`,
        { hint: "Remove one of the references to model.<name>.definition." },
      );
    }
    for (const name of namedIn(found)) {
      const other = byName.get(name);
      if (other !== undefined && other !== found) visit(other, [...waiting, found]);
    }
    ordered.add(found);
  };
  for (const found of all) visit(found, []);
  return [...ordered];
}

/** The behaviors whose definitions the global arguments of one refer to. */
function namedIn({ definition }: FoundDefinition): string[] {
  return referencesIn(definition.globalArguments, scopeOf(definition, {}))
    .flatMap(({ chains }) => chains)
    .filter(([root, name, part]) =>
      root === "model" && name !== undefined && (part === "definition" || part === "input")
    )
    .map(([, name]) => name!);
}
