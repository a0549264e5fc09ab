import { brotliCompressSync } from "node:zlib";
import { bundle } from "./bundle.ts";
import { eager } from "./eager.ts";
import { packageFile } from "./imports.ts";

interface PackagesOptions {
  tree: string;
  /** Where `node_modules` lies. */
  root: string;
  output: string;
}

/**
 * Packages that have a form for browsers, which does the same by means that Deno has at hand. Their form
 * for Node makes Deno load its stand-ins for Node, which takes as long as its start.
 */
const WITHOUT_NODE: ReadonlySet<string> = new Set(["jq-wasm", "uuid", "yaml"]);

/** Is called by each run that writes. */
const CALLED: ReadonlySet<string> = new Set([packageFile("@cfworker/json-schema")]);

/** Each module of a bundle stands below a comment with its place. */
const FROM = /^\/\/ .*?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

/**
 * Bundles the packages of others that the client uses, each under the name that `packageFile` gives,
 * and writes their licenses beside them.
 *
 * @param specifiers as they are imported
 * @returns the names of the files whose form is free
 * @throws Error when one cannot be bundled or has no license text
 */
export async function buildPackages(
  specifiers: readonly string[],
  { tree, root, output }: PackagesOptions,
): Promise<string[]> {
  const written: string[] = [];
  const used = new Set<string>();
  for (const platform of ["browser", "deno"] as const) {
    const entries: string[] = [];
    for (const specifier of specifiers) {
      if (WITHOUT_NODE.has(specifier) !== (platform === "browser")) continue;
      const entry = `${tree}/entries/${packageFile(specifier).replace(/\.js$/, ".ts")}`;
      await Deno.writeTextFile(entry, await entryText(specifier));
      entries.push(entry);
    }
    const folder = `${tree}/npm-${platform}`;
    for (const [name, text] of await bundle(entries, { tree, folder, external: [], platform })) {
      const called = CALLED.has(name);
      if (!called) written.push(name);
      await Deno.writeTextFile(`${output}/${name}`, called ? eager(text) : text);
      for (const [, from] of text.matchAll(FROM)) used.add(from!);
    }
  }
  await writeJq(root, output);
  await Deno.writeTextFile(`${output}/licenses.txt`, await licenses([...used].sort(), root));
  return written;
}

/** Writes the program of jq as `bin/build/jq_program.ts` reads it: a quarter of its size. */
async function writeJq(root: string, output: string): Promise<void> {
  const program = await Deno.readFile(`${root}/node_modules/jq-wasm/dist/build/jq.wasm`);
  await Deno.writeFile(`${output}/jq.wasm.br`, brotliCompressSync(program));
}

/** Names what the package exports: of CommonJS the bundler finds no names by itself. */
async function entryText(specifier: string): Promise<string> {
  const names = Object.keys(await import(specifier)).filter((name) => /^[\w$]+$/.test(name));
  return `export { ${names.join(", ")} } from ${JSON.stringify(specifier)};\n`;
}

/** The license texts of the packages, which ask to be passed on with them. */
async function licenses(names: readonly string[], root: string): Promise<string> {
  const parts = await Promise.all(names.map(async (name) => {
    const folder = `${root}/node_modules/${name}`;
    const { version, license } = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
    const files = [...Deno.readDirSync(folder)].map((entry) => entry.name)
      .filter((file) => /^(?:licen[cs]e|notice)/i.test(file)).sort();
    const texts = await Promise.all(files.map((file) => Deno.readTextFile(`${folder}/${file}`)));
    return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n");
  }));
  // jq-wasm has its own license beside it, and none of what it is made of.
  parts.push(await Deno.readTextFile(`${import.meta.dirname}/jq_licenses.txt`));
  return `The built client contains these packages.\n\n${
    parts.join(`\n\n${"-".repeat(72)}\n\n`)
  }\n`;
}
