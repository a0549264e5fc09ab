import { brotliCompressSync } from "node:zlib";
import { bundle } from "./bundle.ts";
import { packageFile } from "./imports.ts";
import { ALL } from "./uses.ts";

interface PackagesOptions {
  tree: string;
  /** Where `node_modules` lies. */
  root: string;
  output: string;
}

/**
 * Packages that have a form for browsers, which does the same by means that Deno has at hand. Their form
 * for Node makes Deno load its stand-ins for Node, which takes as long as its start; the one for agents
 * brings a second checker of JSON Schema, which it uses for nothing that svc asks of it. zod is with
 * those that import it, and is there once.
 */
const WITHOUT_NODE: ReadonlySet<string> = new Set([
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/server/stdio",
  "jq-wasm",
  "uuid",
  "yaml",
  "zod",
]);

/** Each module of a bundle stands below a comment with its place. */
const FROM = /^\/\/ .*?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

/**
 * Bundles what the client uses of the packages of others, each under the name that `packageFile` gives,
 * and writes their licenses beside them.
 *
 * @param uses names of exports by specifier, as `usesOf` finds them
 * @returns the names of the files
 * @throws Error when one cannot be bundled or has no license text
 */
export async function buildPackages(
  uses: ReadonlyMap<string, ReadonlySet<string>>,
  { tree, root, output }: PackagesOptions,
): Promise<string[]> {
  const written: string[] = [];
  const used = new Set<string>();
  for (const platform of ["browser", "deno"] as const) {
    const entries: string[] = [];
    for (const [specifier, names] of uses) {
      if (WITHOUT_NODE.has(specifier) !== (platform === "browser")) continue;
      const entry = `${tree}/entries/${packageFile(specifier).replace(/\.js$/, ".ts")}`;
      await writeEntry(entry, specifier, names);
      entries.push(entry);
    }
    const folder = `${tree}/npm-${platform}`;
    for (const [name, text] of await bundle(entries, { tree, folder, external: [], platform })) {
      written.push(name);
      await Deno.writeTextFile(`${output}/${name}`, text);
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

/**
 * Writes a module with those exports of a package that are used: the bundler leaves out what they do not
 * need. Of CommonJS it finds no names by itself. Of an export that is a module, such as `z` of zod,
 * there are the members that are used.
 */
async function writeEntry(
  entry: string,
  specifier: string,
  uses: ReadonlySet<string>,
): Promise<void> {
  const exported: Record<string, unknown> = await import(specifier);
  const from = JSON.stringify(specifier);
  const names = new Set<string>();
  const members = new Map<string, string[]>();
  for (const use of uses.has(ALL) ? Object.keys(exported) : uses) {
    const [name, member] = use.split(".") as [string, string?];
    const isModule = Object.prototype.toString.call(exported[name]) === "[object Module]";
    if (member === undefined || !isModule || uses.has(name)) names.add(name);
    else members.set(name, [...members.get(name) ?? [], member]);
  }
  const isName = (name: string) => /^[\w$]+$/.test(name);
  const lines = [`export { ${[...names].filter(isName).sort().join(", ")} } from ${from};\n`];
  for (const [name, used] of members) {
    const file = `${entry.slice(0, -".ts".length)}.${name}.ts`;
    await Deno.writeTextFile(file, `export { ${used.sort().join(", ")} } from ${from};\n`);
    lines.push(`export * as ${name} from ${JSON.stringify(`file://${file}`)};\n`);
  }
  await Deno.writeTextFile(entry, lines.join(""));
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
