/** Modules that are loaded by a literal path, with `lazily`. */
const LAZY = /\blazily(?:<[^;]*?>)?\(\s*import\.meta,\s*"([^"]+\.ts)"/g;

/** Sources below this are loaded by a path that the command table gives. */
const COMMANDS = "cli/commands/";

/**
 * The modules that are started or loaded by their place: the client itself, every command and what is
 * loaded lazily.
 *
 * @param sources text by path below `packages`
 */
export function entriesOf(sources: ReadonlyMap<string, string>): string[] {
  const entries = new Set(["cli/main.ts"]);
  for (const [path, text] of sources) {
    if (path.startsWith(COMMANDS) && /^export default /m.test(text)) entries.add(path);
    for (const [, lazy] of text.matchAll(LAZY)) {
      entries.add(resolved(lazy!, path));
    }
  }
  return [...entries].sort();
}

/** The name of an entry in the build, without its ending. */
export function entryName(path: string): string {
  return path.slice(0, -".ts".length).replaceAll("/", ".");
}

/** What a path relative to a source means, below `packages`. */
export function resolved(relative: string, path: string): string {
  return new URL(relative, `file:///${path}`).pathname.slice(1);
}

/** Started in every run: each is one module, so that the sandbox loads no more than that. */
export const STARTED: ReadonlySet<string> = new Set([
  "runtime/sandbox/child/main.ts",
  "runtime/sandbox/child/report.ts",
  "runtime/sandbox/child/cel.ts",
]);
