import type { Host } from "../frame/host.ts";
import type { Paint } from "../frame/paint.ts";
import type { CommandShape } from "../table/shape.ts";
import { roomFor } from "./layout.ts";
import { renderCommandHelp } from "./page.ts";

/** Answers `--help` of a command. */
export async function printHelp(
  path: string,
  shape: CommandShape,
  host: Host,
  paint: Paint,
): Promise<void> {
  host.stdout(renderCommandHelp(path, shape, paint, await roomFor(host)));
}
