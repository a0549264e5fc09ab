import type { EarlyStart } from "@svc/runtime/ready";
import { processHost } from "../frame/host.ts";
import { run } from "./run.ts";

/**
 * Runs a command line in this process and answers the exit code.
 *
 * @param early what was started before this module was loaded
 */
export async function main(argv: readonly string[], early?: EarlyStart): Promise<number> {
  return await run(argv, processHost(early));
}
