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

/**
 * The modules that built modules load lazily.
 *
 * @param texts of built modules; `placed` has told them where they lie among the sources
 */
export function lazilyLoaded(texts: Iterable<string>): Set<string> {
  const loaded = new Set<string>();
  for (const text of texts) {
    for (const [, path, lazy] of text.matchAll(PLACED_LAZY)) loaded.add(resolved(lazy!, path!));
  }
  return loaded;
}

const PLACED_LAZY =
  /\blazily\(\s*\{\s*url: new URL\("\.\.\/packages\/([^"]+)", import\.meta\.url\)\.href\s*\},\s*"([^"]+\.ts)"/g;

/** The name of an entry in the build, without its ending. */
export function entryName(path: string): string {
  return path.slice(0, -".ts".length).replaceAll("/", ".");
}

/** What a path relative to a source means, below `packages`. */
export function resolved(relative: string, path: string): string {
  return new URL(relative, `file:///${path}`).pathname.slice(1);
}

/** Asks where a module of ours lies that is started in a process of its own. */
const ASKED = /\bsibling(?:Url|Path)\(\s*import\.meta,\s*"([^"]+\.ts)"/g;

/** Named by their place for another purpose: types that extensions import, and the client itself. */
const NOT_STARTED: ReadonlySet<string> = new Set(["runtime/kit/extension.ts", "cli/main.ts"]);

/** The modules that are started by their place, in a process of their own. */
export function startedIn(sources: ReadonlyMap<string, string>): Set<string> {
  const started = new Set<string>();
  for (const [path, text] of sources) {
    for (const [, named] of text.matchAll(ASKED)) {
      const module = resolved(named!, path);
      if (!NOT_STARTED.has(module)) started.add(module);
    }
  }
  return started;
}

/**
 * Modules of the client that share no file with others: what they answer needs nothing else, and one
 * file is read faster than many.
 */
export const ALONE: ReadonlySet<string> = new Set([
  "cli/main.ts",
  "cli/help/start.ts",
  "cli/help/with_registry.ts",
]);

/** Started in every run: each is one module, so that the sandbox loads no more than that. */
export const SINGLE: ReadonlySet<string> = new Set([
  "runtime/sandbox/child/main.ts",
  "runtime/sandbox/child/report.ts",
  "runtime/sandbox/child/provider.ts",
  "runtime/sandbox/child/cel.ts",
  "runtime/sandbox/child/https.ts",
  "runtime/consent/types/builtin/shell.ts",
]);
