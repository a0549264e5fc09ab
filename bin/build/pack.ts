import type { ClientPackageFacts, PinnedProgram } from "../../packages/core/release/mod.ts";
import type { TarballFile } from "../../packages/scorecard/archive/tarball.ts";

/** Files of the repository by their place in the package; the ones that are started can be executed. */
const FILES: readonly (readonly [path: string, from: string, executable?: true])[] = [
  ["LICENSE", "LICENSE"],
  ["README.md", "bin/package/README.md"],
  ["bin/bundler", "bin/bundler", true],
  ["bin/postinstall.cjs", "bin/package/postinstall.cjs"],
  ["bin/svc", "bin/package/svc.cjs", true],
  ["bin/svc.sh", "bin/svc", true],
];

/**
 * Packs the built client in `built` as a package for npm, into its folder `package`. The same build
 * gives the same bytes.
 *
 * @param root of the repository
 */
export async function packClient(root: string, built: string): Promise<ClientPackageFacts> {
  const { version, license, description, engines, dependencies, optionalDependencies } = JSON.parse(
    await Deno.readTextFile(`${root}/package.json`),
  );
  const manifest = {
    name: "@svc/cli",
    version,
    description,
    license,
    engines,
    bin: { svc: "bin/svc" },
    scripts: { postinstall: "node bin/postinstall.cjs" },
    dependencies: { deno: dependencies.deno },
    optionalDependencies,
  };
  const files = new Map<string, TarballFile>();
  const add = (path: string, bytes: Uint8Array, executable = false) =>
    files.set(path, { path: `package/${path}`, bytes, executable });
  const json = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  add("package.json", json(manifest));
  add("deno.json", await Deno.readFile(`${built}/deno.json`));
  add("dist/package.json", json({ type: "module" }));
  for (const [path, from, executable] of FILES) {
    add(path, await Deno.readFile(`${root}/${from}`), executable);
  }
  for (const path of HANDED_OUT) {
    for (const name of await sourcesIn(`${root}/${path}`)) {
      add(`${path}/${name}`, await Deno.readFile(`${root}/${path}/${name}`));
    }
  }
  // The client copies these, and looks for them where its sources have them.
  const { KIT_FILES } = await import(`file://${root}/packages/runtime/kit/files.ts`);
  for (const file of KIT_FILES as readonly string[]) {
    add(`packages/runtime/${file}`, await Deno.readFile(`${root}/packages/runtime/${file}`));
  }
  const { listFilesBelow } = await import(`file://${root}/packages/runtime/base/files/read.ts`);
  for (const path of await listFilesBelow(`${root}/${TEMPLATES}`) as string[]) {
    add(`${TEMPLATES}/${path}`, await Deno.readFile(`${root}/${TEMPLATES}/${path}`));
  }
  for await (const { name, isFile } of Deno.readDir(built)) {
    if (isFile) add(`dist/${name}`, await Deno.readFile(`${built}/${name}`));
  }
  // Late: a build that fails for lack of a source is told, and fails no installation.
  const { tarball } = await import(`file://${root}/packages/scorecard/archive/tarball.ts`);
  const bytes = await tarball(files.values());
  const facts: ClientPackageFacts = {
    version,
    sha256: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(),
    deno: await pinned(root, "@deno", dependencies.deno),
    bundler: await pinned(root, "@esbuild", optionalDependencies["@esbuild/linux-x64"]),
  };
  await Deno.mkdir(`${built}/package`);
  await Deno.writeFile(`${built}/package/svc.tgz`, bytes);
  await Deno.writeTextFile(`${built}/package/facts.json`, JSON.stringify(facts));
  return facts;
}

/** Folders whose sources the client hands to authors of extensions as they are. */
const HANDED_OUT = [
  "packages/runtime/kit",
  "packages/runtime/conformance",
  "packages/runtime/providers",
];

/** What new extensions are made of: the client reads it as it is. */
const TEMPLATES = "packages/cli/scaffold/templates";

/** The sources in a folder without tests. */
async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isFile }) => isFile).map(({ name }) => name)
    .filter((name) => name.endsWith(".ts") && !name.endsWith("_test.ts"));
}

/** The checksums of a program's npm packages, one for each system, that the lock file pins. */
async function pinned(root: string, scope: string, version: string): Promise<PinnedProgram> {
  const { packages } = JSON.parse(await Deno.readTextFile(`${root}/package-lock.json`));
  const sums: Record<string, string> = {};
  for (const [path, locked] of Object.entries<Locked>(packages)) {
    const system = new RegExp(`^node_modules/${scope}/([\\w-]+)$`).exec(path)?.[1];
    const digest = /^sha512-(\S+)$/.exec(locked.integrity ?? "")?.[1];
    if (system === undefined || digest === undefined || locked.version !== version) continue;
    sums[system] = Uint8Array.fromBase64(digest).toHex();
  }
  return { version, sha512: sums };
}

interface Locked {
  version?: string;
  integrity?: string;
}
