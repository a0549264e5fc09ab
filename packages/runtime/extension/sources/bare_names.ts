/**
 * What bare names mean where no `deno.json` or `package.json` says otherwise: built-in modules by their
 * names, and zod, which the tools of this format bring along (extension format reference §7.1).
 */
export function bareNames(): Record<string, string> {
  // Late: most commands that could need it do not, and it takes as long to load as Deno to start.
  const { builtinModules } = globalThis.process.getBuiltinModule("node:module");
  const builtin = builtinModules.filter((name) => !/^_|:/.test(name));
  return {
    ...Object.fromEntries(builtin.map((name) => [name, `node:${name}`])),
    "zod": "npm:zod@4",
    "zod/": "npm:/zod@4/",
  };
}
