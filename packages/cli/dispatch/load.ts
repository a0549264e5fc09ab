import { lazily } from "@svc/core/module";

/**
 * Loads what runs a command line. The build of the client puts `bin/build/load_main.ts` in the place of
 * this file, which has files of their own for commands that are run often.
 */
export async function loadMain(_argv: readonly string[]): Promise<typeof import("./main.ts")> {
  return await lazily<typeof import("./main.ts")>(import.meta, "./main.ts");
}
