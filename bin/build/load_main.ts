import type { OwnEarlyStart } from "../../packages/runtime/sandbox/ready/start.ts";

// Stands in the built client for packages/cli/dispatch/load.ts.

/**
 * Commands that are run often. The build makes files of their own for each: what a hundred commands
 * share is in a hundred small files, what one command reads is in a few large ones.
 */
export const OFTEN: readonly string[] = ["auth whoami", "behavior run"];

/** What the names of a command's own files begin with. */
export function ownPrefix(path: string): string {
  return `${path.replaceAll(" ", ".")}.`;
}

/** Loads what runs a command line. */
export async function loadMain([group, word, ...words]: readonly string[]): Promise<{
  main(argv: readonly string[]): Promise<number>;
}> {
  const path = `${group} ${word}`;
  const prefix = OFTEN.includes(path) ? ownPrefix(path) : "";
  const early = path === "behavior run" ? await startEarly(words) : undefined;
  const loaded = await load(`${prefix}cli.dispatch.main.js`);
  if (prefix === "") return loaded;
  return {
    async main(argv) {
      const code = await loaded.main(argv, early);
      await early?.[Symbol.asyncDispose]();
      // All is written then: an exit of its own spares taking the process apart piece by piece.
      return Deno.exit(code);
    },
  };
}

async function startEarly(words: readonly string[]): Promise<OwnEarlyStart | undefined> {
  return await (await load("runtime.sandbox.ready.start.js")).startEarly(words);
}

async function load(file: string) {
  return await import(new URL(`./${file}`, import.meta.url).href);
}
