import assert from "node:assert/strict";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";

const REPOSITORY = "https://github.com/acme/greeter";

Deno.test("push publishes, scores 14/14 once the repository verifies, and names the page", async () => {
  await using on = await listeningRegistry({ repositories: [REPOSITORY] });
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path);
  const pushed = await ada.svc(["extension", "push", manifest, "--yes"]);
  assert.equal(pushed.exit, 0, pushed.stderr);
  assert.match(pushed.stdout, /^Published @acme\/greeter 2026\.11\.21\.1 in stable, public\.$/m);
  assert.match(pushed.stdout, /^Score: 14\/14, 100%, grade A, all factors earned$/m);
  assert.match(pushed.stdout, new RegExp(`^Page: ${on.url}/extensions/@acme/greeter$`, "m"));

  const again = await ada.svc(["extension", "push", manifest, "--yes", "--no-check", "--json"]);
  const { alreadyPublished, scorecard } = JSON.parse(again.stdout);
  assert.equal(alreadyPublished, true, "the same bytes again change nothing");
  assert.equal(scorecard.audience, "server");

  await Deno.writeTextFile(`${folder.path}/README.md`, "# Other bytes");
  const other = await ada.svc(["extension", "push", manifest, "--yes", "--no-check", "--json"]);
  assert.equal(other.exit, 1);
  assert.equal(JSON.parse(other.stderr).code, "version_exists");
});

Deno.test("who pushes a yanked version again is told that it is yanked, whatever its bytes", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { codeless: true });
  const push = () => ada.svc(["extension", "push", manifest, "--yes", "--no-check"]);
  await push();
  await ada.svc(["extension", "yank", "@acme/greeter@2026.11.21.1", "--reason", "rude", "--yes"]);
  const same = await push();
  assert.equal(same.exit, 0, same.stderr);
  assert.match(same.stderr, /^warning: @acme\/greeter 2026\.11\.21\.1 is yanked; push the next/m);
  await Deno.writeTextFile(`${folder.path}/README.md`, "# Other bytes");
  const other = await push();
  assert.equal(other.exit, 1);
  assert.match(other.stderr, /^error: .*@2026\.11\.21\.1 was published, and was yanked$/m);
  assert.match(other.stderr, /^hint: .*raise the version in the manifest and push again/m);
});

Deno.test("a dry run scores locally, sends nothing and needs no login", async () => {
  await using on = await listeningRegistry();
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path);
  const dry = await svc(["extension", "push", manifest, "--dry-run", "--json"], {
    env: { XDG_CONFIG_HOME: folder.path, ...on.outside.env },
  });
  assert.equal(dry.exit, 0, dry.stderr);
  const result = JSON.parse(dry.stdout);
  assert.equal(result.status, "dry_run");
  assert.equal(result.modelCount, 1);
  assert.deepEqual([result.scorecard.earnedPoints, result.scorecard.maxPoints], [12, 12]);
  assert.equal(result.scorecard.provisionalPoints, 2);
});

Deno.test("off a terminal push asks for --yes and publishes nothing", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { codeless: true });
  const refused = await ada.svc(["extension", "push", manifest, "--no-check", "--json"]);
  assert.equal(refused.exit, 2);
  assert.match(JSON.parse(refused.stderr).hint, /--yes/);
  assert.equal((await ada.svc(["extension", "info", "@acme/greeter"])).exit, 1);
});

Deno.test("who is not logged in, or not a member, is told before anything is sent", async () => {
  await using on = await listeningRegistry();
  await using eve = await loggedIn(on, "eve");
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { codeless: true });
  const anonymous = await svc(["extension", "push", manifest, "--yes", "--json"], {
    env: { XDG_CONFIG_HOME: folder.path, SVC_CLUB_URL: on.url },
  });
  assert.equal(anonymous.exit, 4);
  const stranger = await eve.svc(["extension", "push", manifest, "--yes", "--no-check", "--json"]);
  assert.equal(stranger.exit, 1);
  assert.equal(JSON.parse(stranger.stderr).code, "forbidden");
  assert.match(JSON.parse(stranger.stderr).hint, /@eve\//);
});

Deno.test("a token with extensions:push publishes; one without it is told which scope it needs", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { codeless: true });
  const push = async (scope: string) => {
    const made = await ada.svc(
      ["auth", "token", "create", "--collective", "acme", "--scopes", scope, "--json"],
    );
    const env = { SVC_API_KEY: JSON.parse(made.stdout).key, SVC_CLUB_URL: on.url };
    return await ada.svc(["extension", "push", manifest, "--yes", "--no-check", "--json"], { env });
  };
  const refused = await push("lab:read");
  assert.equal(refused.exit, 1);
  assert.equal(JSON.parse(refused.stderr).code, "missing_scope");
  assert.match(JSON.parse(refused.stderr).error, /requires the extensions:push scope/);
  const allowed = await push("extensions:push");
  assert.equal(allowed.exit, 0, allowed.stderr);
});

Deno.test("what breaks a safety rule is refused by place, before it is bundled or sent", async () => {
  await using folder = await temporaryConfig();
  await writeExtension(`${folder.path}/tool`, { body: `eval("1");` });
  const refused = await svc(["extension", "push", "tool", "--dry-run", "--json"], {
    env: { XDG_CONFIG_HOME: folder.path },
    cwd: folder.path,
  });
  assert.equal(refused.exit, 1);
  const body = JSON.parse(refused.stderr);
  assert.equal(body.code, "archive_unsafe");
  assert.match(body.details[0].path, /^tool\/greeter\.ts:\d+$/);
  assert.match(body.details[0].message, /eval/);
});

Deno.test("what throws when it is loaded is told by its type errors, and by its words without any", async () => {
  await using folder = await temporaryConfig();
  await writeExtension(`${folder.path}/tool`);
  const file = `${folder.path}/tool/greeter.ts`;
  const text = await Deno.readTextFile(file);
  const refused = async (added: string) => {
    await Deno.writeTextFile(file, text + added);
    const { stderr } = await svc(["extension", "push", "tool", "--dry-run", "--json"], {
      env: { XDG_CONFIG_HOME: folder.path },
      cwd: folder.path,
    });
    const { code, details: [{ path, message }] } = JSON.parse(stderr);
    return { code, path, message };
  };
  const line = text.split("\n").length;
  assert.deepEqual(await refused("Math.nothing();\n"), {
    code: "type_errors",
    path: `tool/greeter.ts:${line}`,
    message: "TS2339: Property 'nothing' does not exist on type 'Math'.",
  });
  assert.deepEqual(await refused("throw new Error('no');\n"), {
    code: "describe_failed",
    path: `tool/greeter.ts:${line}`,
    message: "Error: no",
  });
});

Deno.test("a wrong manifest is refused with each line", async () => {
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { version: "2026.13.40.1" });
  const refused = await svc(["extension", "quality", manifest], {
    env: { XDG_CONFIG_HOME: folder.path },
  });
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /manifest\.yaml:3: version: must be CalVer YYYY\.MM\.DD\.N/);
});

Deno.test("a wrong manifest is told without a login, with its line; a right one then asks for the login", async () => {
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { manifest: "labels: 5\n" });
  const push = async () => {
    const done = await svc(["extension", "push", manifest, "--json"], {
      env: { XDG_CONFIG_HOME: folder.path },
    });
    return JSON.parse(done.stderr);
  };
  const wrong = await push();
  assert.equal(wrong.code, "manifest_invalid");
  assert.match(wrong.details[0].path, /manifest\.yaml:13$/);
  await writeExtension(folder.path);
  assert.equal((await push()).code, "not_authenticated");
});

for (const by of ["--repo-dir", "SVC_REPO_DIR"]) {
  Deno.test(`sources of typed folders are found in the repository that ${by} names`, async () => {
    await using folder = await temporaryConfig();
    const manifest = await writeExtension(`${folder.path}/ext`);
    const text = await Deno.readTextFile(manifest);
    await Deno.writeTextFile(manifest, text.replace("paths:\n  base: manifest\n", ""));
    const [repo, nothing] = [`${folder.path}/repo`, `${folder.path}/nothing`];
    await Deno.mkdir(`${repo}/extensions/models`, { recursive: true });
    await Deno.writeTextFile(`${repo}/.svc.yaml`, "svcVersion: '1'\n");
    await Deno.writeTextFile(`${repo}/extensions/models/greeter.ts`, 'import "lodash";\n');
    const quality = async (root: string) => {
      const given = by === "--repo-dir" ? ["--repo-dir", root] : [];
      const env: Record<string, string> = by === "--repo-dir" ? {} : { SVC_REPO_DIR: root };
      const done = await svc(["extension", "quality", manifest, "--json", ...given], {
        env: { XDG_CONFIG_HOME: folder.path, ...env },
      });
      return JSON.parse(done.stderr);
    };
    // The file was found: it is what is wrong with it that is told.
    assert.match((await quality(repo)).error, /greeter\.ts:1: imports "lodash"/);
    assert.equal((await quality(nothing)).code, "not_a_repository");
  });
}
