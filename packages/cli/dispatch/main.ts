import { processHost } from "../frame/host.ts";
import { type Pick, run } from "./run.ts";

/** Runs a command line in this process and answers the exit code. */
export async function main(argv: readonly string[], pick?: Pick): Promise<number> {
  return await run(argv, processHost(), pick);
}
