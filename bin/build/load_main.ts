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
export async function loadMain([group, word]: readonly string[]): Promise<{
  main(argv: readonly string[], pick: unknown): Promise<number>;
}> {
  const path = `${group} ${word}`;
  const isOwn = OFTEN.includes(path);
  const file = `./${isOwn ? ownPrefix(path) : ""}cli.dispatch.main.js`;
  const loaded = await import(new URL(file, import.meta.url).href);
  if (!isOwn) return loaded;
  return {
    // All is written then: an exit of its own spares taking the process apart piece by piece.
    main: async (argv, pick) => Deno.exit(await loaded.main(argv, pick)),
  };
}
