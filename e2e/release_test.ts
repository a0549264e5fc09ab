import assert from "node:assert/strict";
import { VERSION } from "@svc/core/release";
import { inOrder } from "./process/in_order.ts";
import { installedClient } from "./process/installed.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const CONTAINER = `svc-${VERSION}-container.tar.gz`;

/** Runs a program to its end. */
async function run(cwd: string, program: string, args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, cwd }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

async function ok(cwd: string, program: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(cwd, program, args);
  assert.equal(code, 0, `${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

Deno.test("a release is made from a commit: refused where it is not whole, and the same bytes as each build", async (test) => {
  const step = inOrder(test);
  // Built from the same sources, in another folder and at another time.
  await installedClient();
  // Packages are linked file by file, which one file system alone can.
  const folder = await Deno.makeTempDir({ dir: `${root}/dist`, prefix: "releasing-" });
  try {
    // The sources as they are now, with what is not committed yet.
    const clone = `${folder}/clone`;
    await Deno.mkdir(clone);
    const files = "git ls-files -z --cached --others --exclude-standard --deduplicate";
    const copied = `${files} | xargs -0 sh -c 'ls -d "$@" 2>/dev/null' sh`;
    await ok(root, "sh", ["-c", `${copied} | tar -c -T - | tar -x -C "$0"`, clone]);
    await ok(root, "cp", ["-al", "node_modules", clone]);
    const git = (...args: string[]) =>
      ok(clone, "git", ["-c", "user.name=svc", "-c", "user.email=svc@example.org", ...args]);
    await git("init", "--quiet");
    await Deno.writeTextFile(`${clone}/.git/info/exclude`, "node_modules\n");
    await git("add", "--all");
    await git("commit", "--quiet", "--message=Release");
    const release = (version: string) =>
      run(clone, "npm", ["run", "--silent", "release", "--", version]);

    await step("what is not whole is refused", async () => {
      await Deno.writeTextFile(`${clone}/README.md`, "changed");
      for (
        const [version, why] of [
          ["2099.1.31", /^error: package\.json has version/],
          [VERSION, /^error: the tree has changes that are not committed:\n M README\.md$/m],
        ] as const
      ) {
        const { code, stdout, stderr } = await release(version);
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr, why);
      }
      await assert.rejects(Deno.stat(`${clone}/release`), Deno.errors.NotFound);
      await git("checkout", "--quiet", "README.md");
    });

    const made = `${clone}/release/${VERSION}`;
    await step("it is made, with notes and checksums", async () => {
      const { code, stderr } = await release(VERSION);
      assert.equal(code, 0, stderr);
      await ok(made, "sha256sum", ["--check", "--strict", "SHA256SUMS"]);
      assert.deepEqual(
        [...Deno.readDirSync(made)].map(({ name }) => name).sort(),
        ["NOTES.md", "SHA256SUMS", CONTAINER, `svc-${VERSION}.tgz`],
      );
      const notes = await Deno.readTextFile(`${made}/NOTES.md`);
      const changelog = await Deno.readTextFile(`${root}/CHANGELOG.md`);
      assert.ok(changelog.includes(`## [${VERSION}] - `) && changelog.includes(notes), notes);
      assert.doesNotMatch(notes, /^## /m);
      assert.equal(await git("status", "--porcelain"), "");
    });

    await step("its client is, byte for byte, the one that all tests run", async () => {
      await ok(root, "cmp", [`${made}/svc-${VERSION}.tgz`, "dist/package/svc.tgz"]);
    });

    await step("its sources are all files of the commit, the same bytes each time", async () => {
      const archive = `${made}/${CONTAINER}`;
      const args = ["archive", "--format=tar", `--prefix=svc-${VERSION}/`, "HEAD"];
      const { stdout } = await new Deno.Command("git", { args, cwd: clone }).output();
      const gzip = new Blob([stdout]).stream().pipeThrough(new CompressionStream("gzip"));
      await Deno.writeFile(`${folder}/again`, gzip);
      await ok(folder, "cmp", ["again", archive]);
      await ok(folder, "tar", ["-xzf", archive]);
      const sources = `${folder}/svc-${VERSION}`;
      await Deno.stat(`${sources}/deploy/Containerfile`);
      assert.equal(await git(`--work-tree=${sources}`, "status", "--porcelain"), "");
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
