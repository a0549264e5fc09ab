import { importsOf } from "../../bin/build/imports.ts";

/** What a start from the build reads before its first line runs. */
export interface Loaded {
  /** Names of files of the build. */
  files: ReadonlySet<string>;
  /** Deno's stand-ins for modules of Node; each of the larger ones costs as much as a start. */
  node: readonly string[];
}

/** What a file of the build imports: most are imported by many others, and none is changed. */
const imports = new Map<string, Pick<ReturnType<typeof importsOf>, "places">>();

/** The files of the build in `dist` that `entries` import, with themselves and what those import. */
export async function loadedBy(dist: string, entries: readonly string[]): Promise<Loaded> {
  const files = new Set<string>();
  const node = new Set<string>();
  const look = async (name: string): Promise<void> => {
    if (files.has(name)) return;
    files.add(name);
    const path = `${dist}/${name}`;
    const { places } = imports.get(path) ?? importsOf(Deno.readTextFileSync(path));
    imports.set(path, { places });
    for (const { kind, specifier } of places) {
      if (kind !== "static") continue;
      if (specifier.startsWith("node:")) node.add(specifier);
      else await look(specifier.slice("./".length));
    }
  };
  for (const entry of entries) await look(entry);
  return { files, node: [...node].sort() };
}
