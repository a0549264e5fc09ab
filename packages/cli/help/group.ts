import { SvcError } from "@svc/core/error";
import type { Host } from "../frame/host.ts";
import type { Paint } from "../frame/paint.ts";
import { parseArguments } from "../frame/parse.ts";
import { children } from "../frame/resolve.ts";
import { VERSION } from "@svc/core/release";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { help } from "./command.ts";
import { knownRegistry } from "./first_steps.ts";
import { roomFor } from "./layout.ts";
import { renderOverview } from "./overview.ts";

/**
 * Answers a group given without a command: the overview, exit 0. In JSON, a group is not a command:
 * an error that lists the commands, exit 2.
 */
export async function group(
  path: string,
  tokens: readonly string[],
  host: Host,
  paint: Paint,
): Promise<number> {
  const { globals } = parseArguments(tokens, {}, host.env);
  if (globals.version) {
    host.stdout(globals.json ? `${JSON.stringify({ version: VERSION })}\n` : `svc ${VERSION}\n`);
    return 0;
  }
  if (globals.json && globals.help) {
    const jq = globals.jq === undefined ? "--json" : `--jq=${globals.jq}`;
    return await help([...path.split(" ").filter((word) => word), jq], host, paint);
  }
  if (globals.json) {
    const known = children(path, { commands: COMMANDS, groups: GROUPS }).map((
      word,
    ) => (path === "" ? word : `${path} ${word}`));
    throw new SvcError("usage", "No command given", { hint: `One of: ${known.join(", ")}.` });
  }
  host.stdout(renderOverview(path, paint, await roomFor(host), await knownRegistry(host)));
  return 0;
}
