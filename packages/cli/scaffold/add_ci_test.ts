import assert from "node:assert/strict";
import { writeExtension } from "../testing/extension.ts";
import { svc, temporaryConfig } from "../testing/host.ts";
import { listeningRegistry } from "../testing/registry.ts";

Deno.test("init --ci writes the provider's file where git begins, and replaces none unasked", async () => {
  await using on = await listeningRegistry();
  await using at = await temporaryConfig();
  const repo = `${at.path}/repo`;
  const folder = `${repo}/extensions/greeter`;
  await writeExtension(folder);
  await Deno.mkdir(`${repo}/.git`);
  const init = async (...argv: string[]) => {
    const done = await svc(["extension", "init", ...argv, "--json"], {
      cwd: folder,
      env: { XDG_CONFIG_HOME: at.path, SVC_CLUB_URL: on.url },
    });
    return { ...done, ...JSON.parse(done.stdout || done.stderr.slice(done.stderr.indexOf("{"))) };
  };
  const script = await (await fetch(`${on.url}/install.sh`)).bytes();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", script)).toHex();

  const github = await init("--ci", "github");
  assert.equal(github.exit, 0, github.stderr);
  assert.deepEqual(Object.keys(JSON.parse(github.stdout)), ["ci", "name", "path", "nextSteps"]);
  assert.equal(github.path, `${repo}/.github/workflows/release-greeter.yml`);
  const written = await Deno.readTextFile(github.path);
  assert.ok(written.includes(`echo "${sum}  `), written);
  assert.match(written, /working-directory: "extensions\/greeter"/);
  assert.match(github.stderr, /is not encrypted, and CI may not reach it/);
  assert.deepEqual(github.nextSteps.slice(1), [
    "git add .github/workflows/release-greeter.yml && git commit",
    "git tag greeter-v2026.11.21.1 && git push origin greeter-v2026.11.21.1",
  ]);

  // The same again changes nothing, and needs nobody's consent.
  assert.equal((await init("--ci", "github")).exit, 0);
  await Deno.writeTextFile(github.path, "name: mine\n");
  const refused = await init("--ci", "github");
  assert.deepEqual([refused.exit, refused.code], [1, "already_exists"]);
  assert.match(refused.hint, /--ci-file.*--yes/);
  assert.equal(await Deno.readTextFile(github.path), "name: mine\n");
  assert.equal((await init("--ci", "github", "--yes")).exit, 0);
  assert.equal(await Deno.readTextFile(github.path), written);

  const gitlab = await init("--ci", "gitlab");
  assert.equal(gitlab.path, `${repo}/.gitlab-ci.yml`);
  const other = await init("--ci", "gitlab", "--ci-file", ".gitlab/publish.yml");
  assert.equal(other.path, `${repo}/.gitlab/publish.yml`);
  assert.match(other.nextSteps[0], /--workflow \.gitlab-ci\.yml/);

  // Links of a cloned repository lead nowhere.
  await Deno.writeTextFile(`${at.path}/mine`, "mine");
  await Deno.symlink(`${at.path}/mine`, `${repo}/link.yml`);
  await Deno.symlink(at.path, `${repo}/linked`);
  for (const path of ["link.yml", "linked/x.yml"]) {
    const linked = await init("--ci", "github", "--yes", "--ci-file", path);
    assert.deepEqual([linked.exit, linked.code], [1, "conflict"], path);
  }
  assert.equal(await Deno.readTextFile(`${at.path}/mine`), "mine");

  for (const path of ["../elsewhere.yml", "/etc/x.yml"]) {
    assert.equal((await init("--ci", "github", "--ci-file", path)).exit, 2, path);
  }
  for (const more of [["tool"], ["--types"], ["--kind", "vault"]]) {
    assert.equal((await init("--ci", "github", ...more)).exit, 2, more.join(" "));
  }
  assert.equal((await init("--ci-file", "x.yml")).exit, 2);
  assert.equal((await init("--ci", "jenkins")).exit, 2);
});

Deno.test("init --ci without an extension, or a registry, writes nothing", async () => {
  await using at = await temporaryConfig();
  const init = (url: string) =>
    svc(["extension", "init", "--ci", "github"], {
      cwd: at.path,
      env: { XDG_CONFIG_HOME: `${at.path}/config`, SVC_CLUB_URL: url },
    });
  assert.match((await init("http://127.0.0.1:9")).stderr, /There is no manifest/);
  await writeExtension(at.path);
  assert.match((await init("http://127.0.0.1:9")).stderr, /Could not connect/);
  assert.ok(![...Deno.readDirSync(at.path)].some(({ name }) => name === ".github"));
});
