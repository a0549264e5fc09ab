import { instanceName } from "../../platform/names.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";

/** The name of a resource about a stack: the same pull requests in any order are one. */
export function stackName(
  spec: string,
  name: RepositoryName,
  numbers: readonly number[],
): string {
  const sorted = [...numbers].sort((one, other) => one - other);
  return instanceName(spec, name, sorted.join("-"));
}
