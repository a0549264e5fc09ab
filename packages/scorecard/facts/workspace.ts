import type { ArchiveFile } from "../archive/archive.ts";

const MODULE = /\.[cm]?[jt]sx?$/;
const CONFIGURATION = /(?:^|\/)(?:deno\.jsonc?|deno\.lock|package(?:-lock)?\.json)$/;

/** A throw-away folder with the files of an archive, but for those that configure tools. */
export interface Workspace extends AsyncDisposable {
  /** Absolute path, with symbolic links resolved, without a trailing slash. */
  root: string;
  /** `<root>/extension`: where the archive's modules stand. */
  sources: string;
  importMap: string;
}

/**
 * Lays the modules out so that documentation tools can read them hermetically: an import map leads
 * every foreign specifier to an empty module, and every file outside the folder to nowhere.
 */
export async function makeWorkspace(files: ReadonlyMap<string, ArchiveFile>): Promise<Workspace> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: `svc-doc-${Deno.pid}-` }));
  const sources = `${root}/extension`;
  const dispose = () => Deno.remove(root, { recursive: true });
  try {
    const empty = `${fileUrl(root)}/empty.ts`;
    const imports: Record<string, string> = {
      "file:///": `${fileUrl(root)}/outside/`,
      [`${fileUrl(root)}/`]: `${fileUrl(root)}/`,
    };
    const folders = new Set<string>([sources]);
    const laid = [...files].filter(([path]) => !CONFIGURATION.test(path));
    for (const [path] of laid) {
      folders.add(`${sources}/${path}`.slice(0, `${sources}/${path}`.lastIndexOf("/")));
    }
    for (const folder of folders) await Deno.mkdir(folder, { recursive: true });
    const decoder = new TextDecoder();
    await Promise.all(laid.map(([path, { bytes }]) => {
      if (MODULE.test(path)) {
        for (const specifier of foreignSpecifiers(decoder.decode(bytes))) {
          imports[specifier] = empty;
        }
      }
      return Deno.writeFile(`${sources}/${path}`, bytes);
    }));
    const importMap = `${root}/import_map.json`;
    await Deno.writeTextFile(`${root}/empty.ts`, "export {};\n");
    await Deno.writeTextFile(importMap, JSON.stringify({ imports }));
    return { root, sources, importMap, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The `file:` URL of an absolute path. */
export function fileUrl(path: string): string {
  return new URL(`file://${path.split("/").map(encodeURIComponent).join("/")}`).href;
}

const SPECIFIER = /(["'`])((?:npm|jsr|https?):[^"'`\s]+)\1/g;
const STATEMENT = /\b(?:from|import|require)\s*\(?\s*(["'])([^"'\s]+)\1/g;
const JSX_SOURCE = /@jsxImportSource(?:Types)?\s+(\S+)/g;

/**
 * Every specifier in a source text that does not lead to a file of the extension. Reads text, not
 * syntax: a string that only looks like a specifier is listed too, and does no harm, since the list
 * is used to map specifiers to an empty module.
 */
export function foreignSpecifiers(source: string): Set<string> {
  const found = new Set<string>();
  for (const match of source.matchAll(SPECIFIER)) found.add(match[2]!);
  for (const match of source.matchAll(JSX_SOURCE)) found.add(match[1]!);
  for (const match of source.matchAll(STATEMENT)) {
    const specifier = match[2]!;
    if (!/^(?:\.{0,2}\/|node:|file:|data:|blob:)/.test(specifier)) found.add(specifier);
  }
  return found;
}
