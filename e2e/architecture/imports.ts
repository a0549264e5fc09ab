/** One import of a source file. */
export interface Import {
  /** As written. */
  specifier: string;
  /** Absolute path of a relative import. */
  resolved: string | undefined;
  /** Line it stands on, from 1. */
  line: number;
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"'\n]+)["']/g;

/** The imports and re-exports of a TypeScript source, dynamic ones included. */
export function importsOf(text: string, file: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => ({
    specifier: match[1]!,
    resolved: match[1]!.startsWith(".")
      ? new URL(match[1]!, new URL(file, "file://")).pathname
      : undefined,
    line: text.slice(0, match.index).split("\n").length,
  }));
}

/** Product sources under a folder: TypeScript that is neither a test nor there for tests only. */
export async function* sources(folder: string): AsyncGenerator<string> {
  let entries: Deno.DirEntry[];
  try {
    entries = await Array.fromAsync(Deno.readDir(folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  for (const { name, isDirectory } of entries) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      if (!["testing", "testdata", "node_modules"].includes(name)) yield* sources(path);
    } else if (/\.tsx?$/.test(name) && !/(?:_test|testing)\.tsx?$/.test(name)) yield path;
  }
}
