/** The part of `node:module` that finds the file of what is required. */
interface Resolving {
  _resolveFilename(request: string, ...more: unknown[]): string;
}

/**
 * Has `require` not find what is not in the bundle, in place of a refusal to look for it beside: packages
 * that can do without, or have their native add-on in several places, go on then.
 *
 * @param look what a look is made in
 */
export function answerMissing(look: (find: () => string) => string = (find) => find()): void {
  const module = globalThis.process.getBuiltinModule("module") as unknown as Resolving;
  const resolve = module._resolveFilename;
  module._resolveFilename = (request, ...more) => {
    try {
      return look(() => resolve(request, ...more));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotCapable)) throw error;
      const absent = new Error(`Cannot find module '${request}'`);
      throw Object.assign(absent, { code: "MODULE_NOT_FOUND" });
    }
  };
}
