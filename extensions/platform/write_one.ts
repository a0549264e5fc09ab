import type { MethodContext, MethodResult } from "./context.ts";
import { instanceName } from "./names.ts";
import type { RepositoryName } from "./repository_name.ts";

/** Writes the one resource of a method, named after its repository and, behind it, these parts. */
export async function writeOne(
  context: Pick<MethodContext, "writeResource">,
  spec: string,
  [name, ...parts]: readonly [RepositoryName, ...string[]],
  data: object,
): Promise<MethodResult> {
  const resource = instanceName(spec, name, ...parts);
  return { dataHandles: [await context.writeResource(spec, resource, data)] };
}
