import type { Host } from "../frame/host.ts";
import { PLAIN } from "../frame/paint.ts";
import { firstStepsBlock, knownRegistry, updateLine } from "./first_steps.ts";
import { PLAIN_ROOM } from "./layout.ts";

/** The page on everything, laid out without a registry, with the one that svc has been told of. */
export async function withRegistry(page: string, host: Pick<Host, "env">): Promise<string> {
  const registry = await knownRegistry(host);
  const steps = (known?: string) => firstStepsBlock(PLAIN, PLAIN_ROOM, known);
  return page.replace(steps(), () => steps(registry))
    .replace(updateLine(undefined), () => updateLine(registry));
}
