import assert from "node:assert/strict";
import { VERSION } from "@svc/core/release";
import { inOrder } from "./process/in_order.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const NEXT = "2099.1.31";

/** Runs a program to its end. */
async function run(cwd: string, program: string, args: string[], env = {}) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, cwd, env }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

async function ok(cwd: string, program: string, args: string[], env = {}): Promise<string> {
  const { code, stdout, stderr } = await run(cwd, program, args, env);
  assert.equal(code, 0, `${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** The sources that a container is built from, packed again. */
async function archived(clone: string): Promise<Uint8Array> {
  const args = ["archive", "--format=tar", `--prefix=svc-${NEXT}/`, "HEAD"];
  const { stdout } = await new Deno.Command("git", { args, cwd: clone }).output();
  const gzip = new Blob([stdout]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(gzip).bytes();
}

Deno.test("a release is made from a commit: refused where it is not whole, the same bytes each time, and it runs", async (test) => {
  const step = inOrder(test);
  const folder = await Deno.makeTempDir({ prefix: "svc-release-" });
  try {
    const clone = `${folder}/clone`;
    const identity = ["-c", "user.name=svc", "-c", "user.email=svc@example.org"];
    await ok(folder, "git", ["clone", "--quiet", "--depth=1", `file://${root}`, clone]);
    await Deno.symlink(`${root}/node_modules`, `${clone}/node_modules`);
    await Deno.writeTextFile(`${clone}/.git/info/exclude`, "node_modules\n");
    const change = async (path: string, from: string, to: string) => {
      const text = await Deno.readTextFile(`${clone}/${path}`);
      assert.ok(text.includes(from), path);
      await Deno.writeTextFile(`${clone}/${path}`, text.replaceAll(from, to));
    };
    const commit = () => ok(clone, "git", [...identity, "commit", "--quiet", "-am", "Release"]);
    const release = (version = NEXT) =>
      run(clone, "npm", ["run", "--silent", "release", "--", version]);
    const refused = async (why: RegExp, version = NEXT) => {
      const { code, stdout, stderr } = await release(version);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, why);
      await assert.rejects(Deno.stat(`${clone}/release`), Deno.errors.NotFound);
    };

    await step("what is not whole is refused", async () => {
      await refused(/^error: package\.json has version/);
      for (const path of ["package.json", "packages/core/release/version.ts"]) {
        await change(path, VERSION, NEXT);
      }
      await commit();
      await refused(/^error: CHANGELOG\.md has no entry/);
      const entry = `## [Unreleased]\n\n## [${NEXT}] - 2099-01-31\n`;
      await change("CHANGELOG.md", "## [Unreleased]\n", entry);
      await refused(/^error: the tree has changes that are not committed:\n M CHANGELOG\.md$/m);
      await commit();
    });

    const made = `${clone}/release/${NEXT}`;
    await step("it is made, with notes and checksums", async () => {
      const { code, stderr } = await release();
      assert.equal(code, 0, stderr);
      await ok(made, "sha256sum", ["--check", "--strict", "SHA256SUMS"]);
      assert.deepEqual(
        [...Deno.readDirSync(made)].map(({ name }) => name).sort(),
        ["NOTES.md", "SHA256SUMS", `svc-${NEXT}-container.tar.gz`, `svc-${NEXT}.tgz`],
      );
      const notes = await Deno.readTextFile(`${made}/NOTES.md`);
      assert.match(notes, /^### Added\n\n- /);
      assert.match(notes, /\n- `svc upgrade`, and once a day/);
      assert.doesNotMatch(notes, /^## /m);
      assert.equal(await ok(clone, "git", ["status", "--porcelain"]), "");
    });

    await step("the client in it runs", async () => {
      const unpacked = `${folder}/client`;
      await Deno.mkdir(unpacked);
      await ok(unpacked, "tar", ["-xzf", `${made}/svc-${NEXT}.tgz`]);
      await Deno.symlink(`${root}/node_modules`, `${unpacked}/package/node_modules`);
      const svc = (args: string[]) =>
        ok(folder, `${unpacked}/package/bin/svc.sh`, args, {
          HOME: folder,
          XDG_CONFIG_HOME: `${folder}/config`,
        });
      assert.equal(await svc(["--version"]), `svc ${NEXT}\n`);
      await Deno.mkdir(`${folder}/work`);
      const at = ["--repo-dir", `${folder}/work`];
      await svc(["init", `${folder}/work`]);
      await svc(["behavior", "create", "command/shell", "hello", ...at]);
      await svc(["behavior", "run", "hello", "execute", "--input", "run=echo hi", ...at]);
    });

    await step(
      "made again from its own sources elsewhere, it has the same bytes",
      async () => {
        const archive = `${made}/svc-${NEXT}-container.tar.gz`;
        assert.deepEqual(await Deno.readFile(archive), await archived(clone));
        await ok(folder, "tar", ["-xzf", archive]);
        const sources = `${folder}/svc-${NEXT}`;
        await Deno.stat(`${sources}/deploy/Containerfile`);
        await Deno.symlink(`${root}/node_modules`, `${sources}/node_modules`);
        await ok(sources, "bin/deno", ["run", "-A", "bin/build.ts"]);
        assert.deepEqual(
          await Deno.readFile(`${sources}/dist/package/svc.tgz`),
          await Deno.readFile(`${made}/svc-${NEXT}.tgz`),
        );
      },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
