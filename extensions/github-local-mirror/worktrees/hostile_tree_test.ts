import assert from "node:assert/strict";
import { type File, type Ground, runIn, startGround } from "./testing/ground.ts";
import { gitBefore } from "./testing/process.ts";

/** Programs that something in a tree would like to have run; each only says that it was. */
const WATCHED = [
  ...["evil", "touch", "sh", "bash", "ssh", "git-lfs", "gpg", "vi", "editor", "less", "cat"],
  ...["curl", "python3", "perl", "node", "make", "direnv", "husky"],
];

/** A search path with a git that is noted and programs that must not be started; and both notes. */
async function watched(ground: Ground) {
  const bin = `${ground.root}/bin`;
  await gitBefore(bin, `echo "$*" >> ${ground.root}/calls`);
  for (const name of WATCHED) {
    const script = `#!/bin/sh\necho ${name} >> ${ground.root}/ran\n`;
    await Deno.writeTextFile(`${bin}/${name}`, script, { mode: 0o755 });
  }
  return {
    env: { PATH: bin },
    calls: () => Deno.readTextFile(`${ground.root}/calls`),
    ran: () => Deno.readTextFile(`${ground.root}/ran`).catch(() => ""),
  };
}

const EVIL = "#!/bin/sh\nevil; touch ran\n";
const evil: File = { mode: "100755", content: EVIL };

/** A tree that tries everything that a checkout, a status or a removal might start or follow. */
const HOSTILE: Record<string, File> = {
  ".gitattributes": "* filter=evil diff=evil merge=evil ident\n*.lfs filter=lfs -text\n" +
    "*.crlf text eol=crlf\n*.enc working-tree-encoding=UTF-16\n",
  ".gitmodules": '[submodule "x"]\n\tpath = sub\n\turl = ext::sh -c evil\n\tupdate = !evil\n' +
    '[submodule "y"]\n\tpath = -u./evil\n\turl = --upload-pack=./evil\n',
  ".gitconfig": "[core]\n\tfsmonitor = evil\n\thooksPath = .githooks\n",
  ".lfsconfig": "[lfs]\n\turl = http://127.0.0.1:1/\n",
  ".envrc": EVIL,
  ".githooks/post-checkout": evil,
  "hooks/post-checkout": evil,
  "bare/HEAD": "ref: refs/heads/main\n",
  "bare/config": '[core]\n\tbare = true\n\tfsmonitor = evil\n[filter "evil"]\n\tsmudge = evil\n',
  "bare/objects/.keep": "",
  "bare/refs/.keep": "",
  "git": evil,
  "a.lfs": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
  "a.crlf": "one\ntwo\n",
  "ident.txt": "$Id$\n",
  "etc": { mode: "120000", content: "/etc" },
  "passwd": { mode: "120000", content: "/etc/passwd" },
  "up": { mode: "120000", content: "../../../../.." },
  "loop": { mode: "120000", content: "loop" },
  "Twin.txt": "1\n",
  "twin.txt": "2\n",
  "TWIN.TXT": "3\n",
  "-rf": "x\n",
  "--help": "x\n",
  "$(touch ran)": "x\n",
  "a\nb": "x\n",
  "ab\u202Egnp.exe": "x\n",
  "CON": "x\n",
  "sub": { mode: "160000", content: "0123456789012345678901234567890123456789" },
};

Deno.test("nothing of a hostile tree is run or followed, from its making to its removal", async () => {
  await using ground = await startGround();
  const ref = "refs/remotes/pull/12/head";
  const sha = await ground.commit(ref, HOSTILE);
  await ground.pull(12, { sha });
  await Deno.mkdir(`${ground.objects}/hooks`, { recursive: true });
  for (
    const name of ["post-checkout", "post-merge", "reference-transaction", "post-index-change"]
  ) {
    await Deno.writeTextFile(`${ground.objects}/hooks/${name}`, EVIL, { mode: 0o755 });
  }
  const { env, calls, ran } = await watched(ground);
  const before = await Deno.stat("/etc/passwd");

  const [made] = await ground.run("prepare_worktree", { prNumber: 12 }, { env });
  const [worktreeId, path] = [String(made!.data.worktreeId), String(made!.data.path)];
  assert.equal(await Deno.readLink(`${path}/etc`), "/etc");
  assert.match(await Deno.readTextFile(`${path}/a.lfs`), /^version https:\/\/git-lfs/);
  assert.equal(await Deno.readTextFile(`${path}/TWIN.TXT`), "3\n");
  assert.deepEqual(await Array.fromAsync(Deno.readDir(`${path}/sub`)), []);

  await ground.run("analyze_worktrees", {}, { env });
  const next = await ground.commit(ref, {
    // Other attributes for files that are there would make them differ from then on.
    ".gitattributes": `${HOSTILE[".gitattributes"]}*.new filter=evil2\n`,
    "a.new": "x",
  });
  await ground.pull(12, { sha: next });
  const refreshed = runIn(
    await ground.run("refresh_pr_worktrees", { dryRun: false }, { env }),
  );
  assert.deepEqual(refreshed.counts, { updated: 1 });
  await ground.run("remove_worktree", { worktreeId, deleteBranch: true }, { env });

  assert.equal(await ran(), "");
  assert.doesNotMatch(
    await calls(),
    /\b(?:fetch|pull|push|clone|ls-remote|submodule|lfs|gc|maintenance)\b(?!\/)/,
  );
  const after = await Deno.stat("/etc/passwd");
  assert.deepEqual([after.mtime, after.size], [before.mtime, before.size]);
});

const DISGUISED = [
  ".git/config",
  ".GIT/config",
  ".Git/hooks/post-checkout",
  "git~1/config",
  "sub/.gIt/x",
];

for (const name of DISGUISED) {
  Deno.test(`a tree with ${name} is not checked out, and nothing of it stays`, async () => {
    await using ground = await startGround();
    const sha = await treeWith(ground, name);
    await ground.pull(12, { sha });
    const { env, ran } = await watched(ground);
    const { code, message } = await ground.refused("prepare_worktree", { prNumber: 12 }, { env });
    assert.equal(code, "git_failed");
    assert.match(message, /invalid path/);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(ground.workspaces)), []);
    assert.equal(await ground.git(["for-each-ref", "refs/heads"]), "");
    assert.equal(await ran(), "");
  });
}

/** A commit whose tree holds a path that git itself would not add. */
async function treeWith(ground: Ground, path: string): Promise<string> {
  const blob = await ground.git(["hash-object", "-w", "--stdin"], { input: "[core]\n" });
  let [mode, type, id] = ["100644", "blob", blob.trim()];
  for (const name of path.split("/").reverse()) {
    const input = `${mode} ${type} ${id}\t${name}\0`;
    [mode, type] = ["040000", "tree"];
    id = (await ground.git(["mktree", "-z"], { input })).trim();
  }
  return (await ground.git(["commit-tree", "-m", "x", id])).trim();
}

Deno.test("a file whose name no disk takes makes no half worktree", async () => {
  await using ground = await startGround();
  await ground.pull(12, {
    sha: await ground.commit("refs/remotes/pull/12/head", { "a.txt": "a", ["x".repeat(300)]: "x" }),
  });
  const { message } = await ground.refused("prepare_worktree", { prNumber: 12 });
  assert.match(message, /unable to create file/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(ground.workspaces)), []);
});

/** Settings that would have git run something, and the file they are written to. */
const SETTINGS: [string, string, string][] = [
  ["a filter", "config", '[filter "evil"]\n\tsmudge = evil\n\tclean = evil\n\trequired = true\n'],
  ["a monitor", "config", "[core]\n\tfsmonitor = evil\n"],
  ["hooks", "config", "[core]\n\thooksPath = /tmp\n"],
  ["an include", "config", "[include]\n\tpath = /tmp/evil\n"],
  ["a conditional include", "config", '[includeIf "gitdir:/"]\n\tpath = /tmp/evil\n'],
  ["another work tree", "config", "[core]\n\tworktree = /\n"],
  ["a program for ssh", "config", "[core]\n\tsshCommand = evil\n"],
  ["an alias", "config", "[alias]\n\tstatus = !evil\n"],
  ["a merge driver", "config.worktree", '[merge "evil"]\n\tdriver = evil\n'],
  ["a filter", "config.worktree", '[filter "evil"]\n\tsmudge = evil\n'],
  ["a filter", "worktrees/ID/config.worktree", '[filter "evil"]\n\tclean = evil\n'],
  ["a monitor", "worktrees/ID/config.worktree", "[core]\n\tfsmonitor = evil\n"],
  ["an include", "worktrees/ID/config.worktree", "[include]\n\tpath = /tmp/evil\n"],
];

for (const [what, file, text] of SETTINGS) {
  Deno.test(`${what} in the repository's ${file} is never obeyed`, async () => {
    await using ground = await startGround();
    const ref = "refs/remotes/pull/12/head";
    await ground.pull(12, { sha: await ground.commit(ref, HOSTILE) });
    const { worktreeId, path } = await ground.prepare(12);
    await ground.git(["config", "extensions.worktreeConfig", "true"]);
    await Deno.writeTextFile(`${path}/README.md`, "changed\n");
    const at = `${ground.objects}/${file.replace("ID", worktreeId)}`;
    await Deno.writeTextFile(at, text, { append: true });
    const { env, ran } = await watched(ground);
    const refused = await ground.refused("remove_worktree", { worktreeId }, { env });
    assert.match(refused.message, /configuration .* cannot be used|could not be checked/);
    const calls: [string, object][] = [
      ["prepare_worktree", { prNumber: 12 }],
      ["analyze_worktrees", {}],
      ["refresh_pr_worktrees", { dryRun: false }],
      ["close_merged_worktrees", {}],
      ["remove_worktree", { worktreeId, force: true }],
    ];
    for (const [method, args] of calls) await ground.attempt(method, args, { env });
    assert.equal(await ran(), "");
  });
}

Deno.test("a worktree of 100,000 files is made, looked at and removed", async () => {
  await using ground = await startGround();
  const ref = "refs/remotes/pull/12/head";
  const lines = ["blob", "mark :1", "data 1", "x", `commit ${ref}`];
  lines.push("committer A <a@example.org> 1700000000 +0000", "data 1", "x");
  for (let at = 0; at < 100_000; at++) {
    lines.push(`M 100644 :1 ${Math.floor(at / 1000)}/${at}`);
  }
  await ground.git(["fast-import", "--quiet"], { input: `${lines.join("\n")}\n` });
  await ground.pull(12, { sha: (await ground.git(["rev-parse", ref])).trim() });
  const { worktreeId, path } = await ground.prepare(12);
  await Deno.writeTextFile(`${path}/99/99999`, "mine");
  const { message } = await ground.refused("remove_worktree", { worktreeId });
  assert.match(message, /is kept: 1 modified file\./);
  await Deno.writeTextFile(`${path}/99/99999`, "x");
  await ground.run("remove_worktree", { worktreeId });
  await assert.rejects(Deno.lstat(path), Deno.errors.NotFound);
});
