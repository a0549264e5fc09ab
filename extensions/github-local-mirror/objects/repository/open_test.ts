import assert from "node:assert/strict";
import { fetchAll, openObjects } from "../mod.ts";
import { callGit, startUpstream, type Upstream } from "../testing/upstream.ts";

const signal = new AbortController().signal;

const refused = (reason: RegExp) => (error: Error & { code: string }) => {
  assert.equal(error.code, "refused");
  assert.match(error.message, reason);
  return true;
};

/** Writes into the mirror's own configuration, as somebody else would. */
async function configure(upstream: Upstream, key: string, value: string): Promise<string> {
  const { objects } = await upstream.places();
  await callGit(["config", "--file", `${objects}/config`, key, value], { cwd: upstream.root });
  return objects;
}

Deno.test("the repository is bare, marked, and without hooks and samples", async () => {
  await using upstream = await startUpstream();
  const { path, git } = await upstream.open();
  assert.equal(await git(["config", "--local", "svc.mirror"]), "octocat/hello\n");
  assert.equal(await git(["rev-parse", "--is-bare-repository"]), "true\n");
  const names = [...Deno.readDirSync(path)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["HEAD", "config", "objects", "refs"]);
});

Deno.test("only a sync makes it", async () => {
  await using upstream = await startUpstream();
  const places = await upstream.places();
  await assert.rejects(openObjects(places, { create: false, signal }), (error: Error) => {
    assert.match(error.message, /There is no object repository in .* yet\. Run 'sync' first/);
    return true;
  });
  assert.deepEqual([...Deno.readDirSync(places.objects)], []);
  await openObjects(places, { create: true, signal });
  await openObjects(places, { create: false, signal });
});

Deno.test("one whose making was killed at any point is made whole", async () => {
  await using upstream = await startUpstream();
  const { objects } = await upstream.places();
  const half = [
    () => Promise.resolve(),
    () => Deno.mkdir(`${objects}/refs/heads`, { recursive: true }),
    () => callGit(["init", "--quiet", "--bare", objects], { cwd: upstream.root }),
  ];
  for (const begin of half) {
    await Deno.remove(objects, { recursive: true });
    await Deno.mkdir(objects);
    await Deno.writeTextFile(`${objects}/svc-unfinished`, "");
    await begin();
    const opened = await upstream.open();
    assert.equal(await opened.git(["config", "svc.mirror"]), "octocat/hello\n");
    await upstream.open();
  }
});

Deno.test("another's repository, another mirror's and a folder with other things are refused", async () => {
  await using upstream = await startUpstream();
  const at = (name: string) => upstream.open({ gitObjectPath: `${upstream.root}/${name}` });
  await callGit(["init", "--quiet", "--bare", "theirs.git"], { cwd: upstream.root });
  await assert.rejects(at("theirs.git"), refused(/svc\.mirror is missing/));
  await Deno.mkdir(`${upstream.root}/letters`);
  await Deno.writeTextFile(`${upstream.root}/letters/one.txt`, "");
  await assert.rejects(at("letters"), refused(/objects is not a folder/));
  await upstream.open();
  await configure(upstream, "svc.mirror", "hubot/hello");
  await assert.rejects(upstream.open(), refused(/names another one/));
  await configure(upstream, "svc.mirror", "octocat/hello");
  await configure(upstream, "core.bare", "false");
  await assert.rejects(upstream.open(), refused(/no longer a bare repository/));
});

for (
  const [key, value] of [
    ["core.sshCommand", "touch ran"],
    ["core.fsmonitor", "touch ran"],
    ["core.hooksPath", "/tmp/hooks"],
    ["core.pager", "touch ran"],
    ["core.editor", "touch ran"],
    ["core.askPass", "touch ran"],
    ["core.gitProxy", "touch ran"],
    ["core.alternateRefsCommand", "touch ran"],
    ["core.worktree", "/srv/elsewhere"],
    ["core.attributesFile", "/tmp/a"],
    ["credential.helper", "!touch ran"],
    ["credential.https://github.com.helper", "!touch ran"],
    ["filter.evil.clean", "touch ran"],
    ["filter.evil.smudge", "touch ran"],
    ["filter.evil.process", "touch ran"],
    ["diff.external", "touch ran"],
    ["diff.evil.textconv", "touch ran"],
    ["diff.evil.command", "touch ran"],
    ["merge.evil.driver", "touch ran"],
    ["alias.fetch", "!touch ran"],
    ["alias.x", "!touch ran"],
    ["include.path", "/tmp/evil"],
    ["includeIf.gitdir:/.path", "/tmp/evil"],
    ["gpg.program", "touch"],
    ["gpg.ssh.defaultKeyCommand", "touch ran"],
    ["remote.origin.uploadpack", "touch ran"],
    ["remote.origin.receivepack", "touch ran"],
    ["remote.origin.vcs", "evil"],
    ["remote.origin.proxy", "http://evil.example"],
    ["remote.origin.promisor", "true"],
    ["url.ext::sh.insteadOf", "https://github.com"],
    ["url.https://evil.example/.insteadOf", "https://github.com/"],
    ["uploadpack.packObjectsHook", "touch ran"],
    ["submodule.x.update", "!touch ran"],
    ["http.proxy", "http://evil.example"],
    ["http.sslVerify", "false"],
    ["http.https://github.com/.extraheader", "x"],
    ["extensions.partialClone", "origin"],
    ["protocol.ext.allow", "always"],
    ["trailer.x.command", "touch ran"],
    ["sequence.editor", "touch ran"],
    ["man.x.cmd", "touch ran"],
    ["browser.x.cmd", "touch ran"],
    ["gc.recentObjectsHook", "touch ran"],
    ["status.submoduleSummary", "true"],
    ["pager.status", "touch ran"],
    ["init.templateDir", "/tmp/x"],
    ["safe.directory", "*"],
    ["unknown.thing", "x"],
  ] as const
) {
  Deno.test(`the setting ${key} in its configuration is refused by name`, async () => {
    await using upstream = await startUpstream();
    await upstream.open();
    const path = await configure(upstream, key, value);
    await assert.rejects(upstream.open(), (error: Error) => {
      refused(/git's configuration .*\/config cannot be used: it has the setting/)(
        error as Error & { code: string },
      );
      assert.ok(error.message.toLowerCase().includes(key.toLowerCase()), error.message);
      assert.ok(error.message.includes(`${path}/config`));
      assert.ok(!error.message.includes(value) || value === "x" || value === "true");
      return true;
    });
  });
}

Deno.test("of two configurations at fault it is the first that is named, however long it takes", async () => {
  await using upstream = await startUpstream();
  const { path } = await upstream.open();
  await Deno.mkdir(`${path}/config.worktree`);
  await configure(upstream, "core.pager", "touch ran");
  await assert.rejects(upstream.open(), refused(/\/config cannot be used: .*core\.pager/));
  await callGit(["config", "--file", `${path}/config`, "--unset", "core.pager"], {
    cwd: upstream.root,
  });
  await assert.rejects(upstream.open(), refused(/config\.worktree cannot be used/));
});

Deno.test("what a person sets for their work in worktrees stays", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  await upstream.open();
  for (
    const [key, value] of [
      ["user.name", "Ann"],
      ["user.email", "ann@example.com"],
      ["branch.review/pr-1.remote", "fork-ann"],
      ["branch.review/pr-1.merge", "refs/heads/x"],
      ["remote.fork-ann.url", "git@github.com:ann/hello.git"],
      ["push.autoSetupRemote", "true"],
      ["pull.rebase", "true"],
      ["commit.gpgSign", "true"],
      ["extensions.worktreeConfig", "true"],
    ] as const
  ) await configure(upstream, key, value);
  const objects = await upstream.open();
  await fetchAll(objects);
  assert.equal(await objects.git(["config", "user.name"]), "Ann\n");
});

Deno.test("a configuration that is a link, or no file, is refused", async () => {
  await using upstream = await startUpstream();
  const { path } = await upstream.open();
  await Deno.rename(`${path}/config`, `${upstream.root}/config`);
  await Deno.symlink(`${upstream.root}/config`, `${path}/config`);
  await assert.rejects(upstream.open(), refused(/config is a link/));
  await Deno.remove(`${path}/config`);
  await Deno.mkdir(`${path}/config`);
  await assert.rejects(upstream.open(), refused(/it is not a regular file/));
});

for (
  const name of [
    "commondir",
    "shallow",
    "info/grafts",
    "objects/info/alternates",
    "objects/info/http-alternates",
  ]
) {
  Deno.test(`${name} in it is refused, as it leads elsewhere`, async () => {
    await using upstream = await startUpstream();
    const { path } = await upstream.open();
    await Deno.mkdir(`${path}/${name}/..`, { recursive: true });
    await Deno.mkdir(`${path}/${name.split("/").slice(0, -1).join("/")}`, { recursive: true });
    await Deno.remove(`${path}/${name}`, { recursive: true }).catch(() => {});
    await Deno.writeTextFile(`${path}/${name}`, `${upstream.folder}/objects\n`);
    await assert.rejects(upstream.open(), refused(new RegExp(`${name} exists, and points`)));
  });
}

for (
  const name of ["objects", "refs", "packed-refs", "worktrees", "refs/remotes", "objects/pack"]
) {
  Deno.test(`${name} as a link is refused`, async () => {
    await using upstream = await startUpstream();
    const { path } = await upstream.open();
    await Deno.remove(`${path}/${name}`, { recursive: true }).catch(() => {});
    await Deno.symlink(`${upstream.folder}/${name}`, `${path}/${name}`);
    await assert.rejects(upstream.open(), refused(/is a link|is not a folder/));
  });
}

Deno.test("a repository of another user is not used, and it is said why", async () => {
  if (Deno.uid() !== 0) return;
  await using upstream = await startUpstream();
  const objects = await upstream.open();
  await Deno.chown(objects.path, 65_534, 65_534);
  await assert.rejects(upstream.open(), /belongs to another user of this machine/);
  await Deno.chown(objects.path, 0, 0);
});

Deno.test("git looks for no repository above the folder", async () => {
  await using upstream = await startUpstream();
  await callGit(["init", "--quiet", upstream.root], { cwd: upstream.root });
  const objects = await upstream.open();
  await Deno.remove(`${objects.path}/HEAD`);
  await assert.rejects(objects.git(["config", "--local", "--list"]), { code: "git_failed" });
});
