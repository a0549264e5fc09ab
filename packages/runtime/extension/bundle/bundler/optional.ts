import type { BundlerError } from "./task.ts";

/** What the bundler says of an import that leads nowhere, and the module or file that is missing. */
const MISSING = [
  /^Could not resolve "([^"]+)"/,
  /^Could not convert path to URL\.\s+Path: (\S+)/,
  /Cannot find module '(file:\/\/[^']+)'/,
];

/** A file of no kind that Deno knows, which the bundler's program was left to read and cannot. */
const UNREAD = /^Cannot read file "([^"\n]+)"/;

/** A kind of file that is not code: a package that requires all of a folder meets it. */
const UNKNOWN_KIND = /^No loader is configured for "(\.[^"]+)" files/;

/** A call that names a module: it is looked for only when that line runs. */
const CALL = /\b(?:require|import)\s*\(\s*(?:\/\*.*?\*\/\s*)?(["'`])([^"'`*\n]+)\1/g;

/**
 * Patterns of the specifiers among `errors` that packages `require` or `import()`: Node would not miss
 * them before their line runs. What an extension's own files import, and what a package imports at its
 * top, is not among them.
 *
 * @param packages absolute path of the folder that all packages are in
 * @param whole true when a package that is not there cannot be fetched either
 */
export function optionalImports(
  errors: readonly BundlerError[],
  packages: string,
  whole: boolean,
): string[] {
  return errors.flatMap(({ text, file }) => {
    const path = file === undefined ? "" : absolute(file);
    if (!path.startsWith(`${packages}/`)) return [];
    const kind = UNKNOWN_KIND.exec(text)?.[1];
    if (kind !== undefined) return [`*${kind}`];
    const unread = UNREAD.exec(text)?.[1];
    if (unread !== undefined && !absolute(unread).startsWith(`${packages}/`)) return [];
    const missing = unread === undefined
      ? MISSING.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
      : `file://${absolute(unread)}`;
    if (missing === undefined || !whole && isUnfetched(missing)) return [];
    // The bundler's line is not that of the file: it reads CommonJS modules in a form of its own.
    return [...new Set([...Deno.readTextFileSync(path).matchAll(CALL)].map((match) => match[2]!))]
      .filter((specifier) => leadsTo(specifier, path, missing)).slice(0, 1).map(pattern);
  });
}

/** The bundler takes a relative name without a star for one beside the entry points. */
function pattern(specifier: string): string {
  return specifier.replace(/^(?:\.{1,2}\/)+/, "*/");
}

function absolute(file: string): string {
  return new URL(file, `file://${Deno.cwd()}/`).pathname;
}

/** True when a specifier in the file `from` is the one that is missing, by its name or by its path. */
function leadsTo(specifier: string, from: string, missing: string): boolean {
  if (!missing.startsWith("file://")) return specifier === missing;
  const target = new URL(missing).pathname;
  if (!specifier.startsWith(".")) return `${packagedName(target)}/`.startsWith(`${specifier}/`);
  const path = new URL(specifier, `file://${from}`).pathname;
  return target === path || target.startsWith(`${path}.`) || target.startsWith(`${path}/index.`);
}

/** `/…/npm/registry.npmjs.org/@a/b/1.0.0/c` → `@a/b/c`. */
function packagedName(path: string): string {
  const [, name, inside] = /\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/[^/]+(\/.*)?$/.exec(path) ?? [];
  return `${name}${inside ?? ""}`;
}

/** True when the package of a missing file is not there at all: it was not fetched yet. */
function isUnfetched(missing: string): boolean {
  const folder = /^file:\/\/(.*\/npm\/[^/]+\/(?:@[^/]+\/)?[^/]+\/[^/]+)\//.exec(missing)?.[1];
  if (folder === undefined) return false;
  try {
    return !Deno.statSync(decodeURIComponent(folder)).isDirectory;
  } catch {
    return true;
  }
}
