// `npm run release -- <version>`: makes what a release is, below the folder `release`: the client's
// package, the sources that a container is built from, the notes, and a checksum of each. The same
// commit gives the same bytes.
import { VERSION } from "../packages/core/release/mod.ts";
import { notesOf, refusalOf } from "./release/entry.ts";
import { makeClient } from "./build/make.ts";

const root = await Deno.realPath(`${import.meta.dirname}/..`);
const version = Deno.args[0] ?? "";

/** Runs git in the repository. @returns its stdout */
async function git(args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args, cwd: root }).output();
  if (!success) stop(`git ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
  return stdout;
}

function stop(why: string): never {
  Deno.stderr.writeSync(new TextEncoder().encode(`error: ${why}\n`));
  Deno.exit(1);
}

const changelog = await Deno.readTextFile(`${root}/CHANGELOG.md`);
const refusal = refusalOf({
  version,
  packaged: JSON.parse(await Deno.readTextFile(`${root}/package.json`)).version,
  said: VERSION,
  changelog,
  changes: new TextDecoder().decode(await git(["status", "--porcelain"])),
});
if (refusal !== undefined) stop(refusal);

const output = `${root}/release/${version}`;
await Deno.mkdir(`${root}/release`, { recursive: true });
const aside = await Deno.makeTempDir({ dir: `${root}/release`, prefix: "new-" });
try {
  const built = `${aside}/built`;
  await Deno.mkdir(built);
  await makeClient(root, built);
  await Deno.rename(`${built}/package/svc.tgz`, `${aside}/svc-${version}.tgz`);
  await Deno.remove(built, { recursive: true });
  // Times in it are those of the commit.
  const tar = await git(["archive", "--format=tar", `--prefix=svc-${version}/`, "HEAD"]);
  const gzip = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(`${aside}/svc-${version}-container.tar.gz`, gzip);
  await Deno.writeTextFile(`${aside}/NOTES.md`, notesOf(changelog, version)!);
  const sums: string[] = [];
  for (const name of [`svc-${version}-container.tar.gz`, `svc-${version}.tgz`, "NOTES.md"]) {
    const bytes = await Deno.readFile(`${aside}/${name}`);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    sums.push(`${sum}  ${name}\n`);
  }
  await Deno.writeTextFile(`${aside}/SHA256SUMS`, sums.join(""));
  await Deno.chmod(aside, 0o755);
  await Deno.remove(output, { recursive: true }).catch(() => {});
  await Deno.rename(aside, output);
  const text = `release/${version}:\n${sums.join("")}`;
  await Deno.stdout.write(new TextEncoder().encode(text));
} catch (error) {
  await Deno.remove(aside, { recursive: true });
  throw error;
}
