import { compareCalVer, isCalVer, withoutLeadingZeros } from "@svc/core/calver";
import type { ModelDescriptor } from "@svc/core/descriptor";
import type { Definition } from "./definition.ts";

/**
 * The versions of the type whose steps a definition still needs, oldest first. One that does not say
 * which version it was made for needs none.
 */
export function missingUpgrades(
  { typeVersion }: Pick<Definition, "typeVersion">,
  { upgrades = [] }: Pick<ModelDescriptor, "upgrades">,
): string[] {
  const own = withoutLeadingZeros(typeVersion ?? "");
  if (!isCalVer(own)) return [];
  return upgrades.map(({ toVersion }) => toVersion)
    .filter((version) => compareCalVer(withoutLeadingZeros(version), own) > 0);
}
