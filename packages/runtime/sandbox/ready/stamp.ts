import { parentOf } from "../../base/files/path.ts";
import { factsOf } from "../../base/files/stamp.ts";

/** Files in the folder of a bundle, at most; one with more is not looked at. */
const MOST = 200;

/**
 * What tells a bundle and what is beside it from themselves after a change; undefined where that is
 * not said. It is asked before a child reads them and after svc has compared them with what was agreed
 * to: where both say the same, the child has read what svc has seen.
 */
export function bundleStamp(bundle: string): string | undefined {
  const folder = parentOf(bundle);
  const lines: string[] = [];
  for (const { name } of Deno.readDirSync(folder)) {
    if (lines.length === MOST) return undefined;
    lines.push(`${name} ${factsOf(Deno.lstatSync(`${folder}/${name}`))}`);
  }
  return lines.sort().join("\n");
}
