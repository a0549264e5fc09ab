import { stateOf } from "../../bin/build/state.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** It is in the build: a new build has none until it is installed. */
const PREFIX = `${root}/dist/installed`;

/**
 * The launcher of the client that users have: built from the sources as they are now, packed, and
 * installed by npm. The first test process that asks makes it, for all others.
 */
export async function installedClient(): Promise<string> {
  // Any file that is always there can be locked, and the kernel ends the lock with the process.
  using lock = await Deno.open(`${root}/package.json`);
  await lock.lock(true);
  const state = await stateOf(root);
  const isBuilt = async () =>
    state === await Deno.readTextFile(`${root}/dist/built`).catch(() => "");
  if (!await isBuilt()) {
    const said = await run(`${root}/bin/deno`, ["run", "-A", "bin/build.ts"]);
    if (!await isBuilt()) throw new Error(`the sources changed meanwhile, or ${said}`);
  }
  const launcher = `${PREFIX}/bin/svc`;
  if (!await Deno.stat(launcher).then(() => true, () => false)) await install();
  return launcher;
}

/** As the manual says, into a folder that gets its name when all is in it. */
async function install(): Promise<void> {
  const aside = await Deno.makeTempDir({ dir: `${root}/dist`, prefix: "installing-" });
  await run("npm", [
    "install",
    "--global",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    `--prefix=${aside}`,
    `${root}/dist/package/svc.tgz`,
  ]);
  await Deno.chmod(aside, 0o755);
  await Deno.rename(aside, PREFIX);
}

/** Runs a program to its end. @returns what it said */
async function run(program: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: root }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${said}`);
  return said;
}
