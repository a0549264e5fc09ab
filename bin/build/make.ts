import type { ClientPackageFacts } from "../../packages/core/release/mod.ts";
import { buildClient } from "./client.ts";
import { packClient } from "./pack.ts";
import { stateOf } from "./state.ts";

/**
 * Builds the client below `root` into the folder `output`, with its package for npm in the folder
 * `package` there. The same sources give the same package.
 *
 * @throws Error when something cannot be bundled
 */
export async function makeClient(root: string, output: string): Promise<ClientPackageFacts> {
  // A source that changes from here on is newer than the build, however coarse the clock of files.
  await Deno.writeTextFile(`${output}/built`, await stateOf(root));
  const began = new Date(Date.now() - 50);
  await Deno.utime(`${output}/built`, began, began);
  await buildClient(root, output);
  return await packClient(root, output);
}
