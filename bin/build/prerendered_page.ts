import type { PrerenderedPage } from "../../packages/cli/help/prerendered_page.ts";

// Stands in the built client for packages/cli/help/prerendered_page.ts; see pages.ts.

/** The page that a command line asks for and nothing else, off a terminal. */
export function prerenderedPage(args: readonly string[]): PrerenderedPage | undefined {
  const last = args.at(-1);
  const words = args[0] === "help"
    ? args.slice(1)
    : last === "--help" || last === "-h"
    ? args.slice(0, -1)
    : args;
  if (words === args && args.length > 0) return undefined;
  // Nothing else may become part of a path.
  if (!words.every((word) => /^[a-z][a-z-]*$/.test(word)) || Deno.stdout.isTerminal()) {
    return undefined;
  }
  try {
    const file = new URL(`./${["help", ...words].join(".")}.txt`, import.meta.url);
    return { text: Deno.readTextFileSync(file), isFirst: words.length === 0 };
  } catch {
    return undefined;
  }
}
