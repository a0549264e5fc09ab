/** Built-in modules that answer otherwise while an extension is described; see what is beside this. */
export const STOOD_IN = ["fs", "os", "process"] as const;

/**
 * Modules to put in their places, and the import map that does. Each has the names of the true one, and
 * what these are when code of an extension first imports it: the harness has changed them by then.
 *
 * They are written when they are needed, as a bundler loses the names of `export *` from a built-in
 * module.
 *
 * @returns text by file name
 */
export async function standIns(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const imports: Record<string, string> = {};
  for (const name of STOOD_IN) {
    const file = `node_${name}.js`;
    const names = Object.keys(await import(`node:${name}`)).filter((one) => one !== "default");
    files.set(
      file,
      `const all = globalThis.process.getBuiltinModule("${name}");\n` +
        `export const { ${names.join(", ")} } = all;\nexport default all;\n`,
    );
    imports[name] = imports[`node:${name}`] = `./${file}`;
  }
  return files.set("imports.json", JSON.stringify({ imports }));
}
