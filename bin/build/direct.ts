/**
 * The same modules with one file less, where an entry only hands on what another file has: that file
 * takes the entry's name.
 *
 * @param modules text by file name, as the bundler wrote them
 */
export function direct(modules: ReadonlyMap<string, string>, entry: string): Map<string, string> {
  const { from, others } = HANDS_ON.exec(modules.get(entry) ?? "")?.groups ?? {};
  const text = from === undefined ? undefined : modules.get(from);
  if (text === undefined || !(others!.match(/"[^"]+"/g) ?? []).every((one) => text.includes(one))) {
    return new Map(modules);
  }
  const renamed = new Map<string, string>();
  for (const [name, module] of modules) {
    if (name === entry) continue;
    renamed.set(name === from ? entry : name, module.replaceAll(`"./${from}"`, `"./${entry}"`));
  }
  return renamed;
}

/** A module of one import and the export of the same names, and of files that are read for that import. */
const HANDS_ON =
  /^import (?<names>\{[\w\s,]+\}) from "\.\/(?<from>[^"]+)";\n(?<others>(?:import "[^"]+";\n)*)export \k<names>;\s*$/;
