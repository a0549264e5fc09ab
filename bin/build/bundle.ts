/** Where a bundle is made. */
interface BundleOptions {
  /** A folder whose `deno.json` says which `@svc/…` is meant. */
  tree: string;
  /** For what is written. */
  folder: string;
  /** Packages that stay imports. */
  external: readonly string[];
  /** `browser` takes what a package has for machines without Node; `deno` when absent. */
  platform?: "browser" | "deno";
}

/**
 * Bundles the entries, with what several share in files of its own. A process of its own does it: which
 * `@svc/…` is meant is told by its configuration.
 *
 * @returns text by file name
 * @throws Error with the bundler's words
 */
export async function bundle(
  entries: readonly string[],
  { tree, folder, external, platform = "deno" }: BundleOptions,
): Promise<Map<string, string>> {
  // Late: a build that fails for lack of a source is told, and fails no installation.
  const { linkBundler } = await import(
    "../../packages/runtime/extension/bundle/program/program.ts"
  );
  const denoDir = await Deno.makeTempDir({ dir: tree });
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      `--config=${tree}/deno.json`,
      "--no-lock",
      `--platform=${platform}`,
      ...(entries.length > 1 ? ["--code-splitting"] : []),
      ...external.map((name) => `--external=${name}`),
      `--outdir=${folder}`,
      ...entries,
    ],
    cwd: tree,
    env: { DENO_DIR: denoDir, ...await linkBundler(denoDir) },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const texts = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    texts.set(name, withoutRequire(await Deno.readTextFile(`${folder}/${name}`)));
  }
  return texts;
}

/** What the bundler puts before everything for packages that `require` a module of Node. */
const REQUIRE =
  /^import \{ createRequire as __deno_internal_createRequire \} from "node:module";\nvar __require = __deno_internal_createRequire\(import\.meta\.url\);\n/m;

/** The same without loading anything: `node:module` alone takes as long as a whole start of Deno. */
const LATE_REQUIRE = `var __require = (name) => {
  const found = globalThis.process.getBuiltinModule(name);
  if (found === undefined) throw new Error(\`Cannot find module '\${name}'\`);
  return found;
};
`;

function withoutRequire(text: string): string {
  const late = text.replace(REQUIRE, () => LATE_REQUIRE);
  if (late.includes("__deno_internal_createRequire")) {
    throw new Error("the bundler loads node:module in another way than the build knows");
  }
  return late;
}
