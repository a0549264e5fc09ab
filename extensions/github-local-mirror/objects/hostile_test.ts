import assert from "node:assert/strict";
import { startStage, TOKEN } from "../../testing/stage.ts";
import { startUpstream, type Upstream } from "./testing/upstream.ts";

/** What a program could be called that a repository has git run. */
const PROGRAMS =
  "sh bash ssh gpg gpg2 gpgsm ssh-keygen less more pager vi vim nano ed emacs node python python3 " +
  "perl cat touch curl wget env evil git-evil git-remote-ext git-remote-evil git-credential-evil " +
  "git-lfs fsmonitor watchman diff make sendmail";

const HOOKS =
  "applypatch-msg fsmonitor-watchman post-applypatch post-checkout post-commit post-merge " +
  "post-receive post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit " +
  "pre-push pre-rebase pre-receive proc-receive push-to-checkout reference-transaction " +
  "sendemail-validate update";

/** A folder whose programs leave their name in a file, and the real git beside them. */
async function watched(root: string): Promise<{ path: string; ran(): string[] }> {
  const path = `${root}/watched`;
  await Deno.mkdir(`${path}/log`, { recursive: true });
  for (const name of [...PROGRAMS.split(" "), ...HOOKS.split(" ")]) {
    await script(`${path}/${name}`, `${path}/log/${name}`);
  }
  const found = await new Deno.Command("/bin/sh", { args: ["-c", "command -v git"] }).output();
  await Deno.symlink(new TextDecoder().decode(found.stdout).trim(), `${path}/git`);
  return { path, ran: () => [...Deno.readDirSync(`${path}/log`)].map(({ name }) => name) };
}

async function script(path: string, leaves: string): Promise<void> {
  await Deno.writeTextFile(path, `#!/bin/sh\n: > ${leaves}\nexit 1\n`);
  await Deno.chmod(path, 0o755);
}

/** Settings that run something, for a repository's or a person's own configuration. */
const settings = (path: string) =>
  `[core]
	fsmonitor = ${path}/fsmonitor
	hooksPath = ${path}
	sshCommand = ${path}/ssh
	pager = ${path}/pager
	editor = ${path}/vi
	askPass = ${path}/evil
	alternateRefsCommand = ${path}/evil
	gitProxy = ${path}/evil
	attributesFile = ${path}/attributes
[filter "evil"]
	clean = ${path}/evil
	smudge = ${path}/evil
	process = ${path}/evil
	required = true
[diff]
	external = ${path}/evil
[diff "evil"]
	textconv = ${path}/evil
	command = ${path}/evil
[merge "evil"]
	driver = ${path}/evil
[alias]
	fetch = !${path}/evil
	cat-file = !${path}/evil
[credential]
	helper = !${path}/evil
[uploadpack]
	packObjectsHook = ${path}/evil
[gpg]
	program = ${path}/gpg
[log]
	showSignature = true
[gc]
	recentObjectsHook = ${path}/evil
[include]
	path = ${path}/more
[includeIf "gitdir:/"]
	path = ${path}/more
[protocol]
	allow = always
[submodule]
	recurse = true
`;

/** Everything in a tree that git looks at. */
const TREE = {
  ".gitattributes": "* filter=evil diff=evil merge=evil text working-tree-encoding=UTF-16 ident\n",
  ".gitmodules":
    '[submodule "x"]\n\tpath = sub\n\turl = ext::sh -c evil\n\tfetchRecurseSubmodules = true\n',
  "sub": { mode: "160000", content: "1".repeat(40) },
  "hooks/post-checkout": { mode: "100755", content: "#!/bin/sh\nevil\n" },
  "config": "[core]\n\tfsmonitor = evil\n\tbare = true\n",
  "HEAD": "ref: refs/heads/main\n",
  "objects/info/alternates": "/\n",
  "etc": { mode: "120000", content: "/etc" },
  ".lfsconfig": "[lfs]\n\turl = ext::sh -c evil\n",
  "a.txt": "text\n",
  "-x": "x\n",
  "$(evil)": "x\n",
} as const;

/** A repository whose tree, hooks and configuration have git run programs. */
async function fill(upstream: Upstream, path: string): Promise<void> {
  const main = await upstream.commit("refs/heads/main", {
    files: { ...TREE, "a.txt": "before\n" },
  });
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n";
  const tree = (await upstream.git(["rev-parse", `${main}^{tree}`])).trim();
  const who = "A <a@example.com> 1700000000 +0000";
  const text = `tree ${tree}\nparent ${main}\nauthor ${who}\ncommitter ${who}\n${signature}\nx\n`;
  const args = ["hash-object", "-t", "commit", "-w", "--stdin"];
  const signed = (await upstream.git(args, { input: text })).trim();
  await upstream.git(["update-ref", "refs/pull/2/head", signed]);
  const files = { ...TREE, "a.txt": "after\n", "b.bin": new Uint8Array(100) };
  await upstream.commit("refs/pull/1/head", { parents: [main], files });
  for (const name of ["--upload-pack=evil", "-x", "$(evil)", "a'b", 'a"b', "a;evil", "x|evil"]) {
    await upstream.git(["update-ref", `refs/heads/${name}`, main]);
  }
  await plant(upstream.folder, path);
  const config = await Deno.readTextFile(`${upstream.folder}/config`);
  await Deno.writeTextFile(`${upstream.folder}/config`, config + settings(path));
}

/** Hooks in a repository's own folder. */
async function plant(repository: string, path: string): Promise<void> {
  await Deno.mkdir(`${repository}/hooks`, { recursive: true });
  for (const hook of HOOKS.split(" ")) {
    await script(`${repository}/hooks/${hook}`, `${path}/log/${hook}`);
  }
}

/** A person whose own configuration runs things, too. */
async function personAt(root: string, path: string): Promise<string> {
  const home = `${root}/home`;
  await Deno.mkdir(`${home}/.config/git`, { recursive: true });
  await Deno.writeTextFile(`${home}/.gitconfig`, settings(path));
  await Deno.writeTextFile(`${home}/.config/git/config`, settings(path));
  await Deno.writeTextFile(`${home}/.config/git/attributes`, "* filter=evil diff=evil\n");
  await Deno.writeTextFile(`${path}/more`, `[core]\n\tfsmonitor = ${path}/evil\n`);
  return home;
}

/** Runs the whole of it in a process of its own; gives what every process in it started. */
async function run(
  upstream: Upstream,
  path: string,
  parts: { globalArgs?: object; token?: string; trace?: string },
): Promise<number> {
  const whole = new URL("./testing/whole.ts", import.meta.url).pathname;
  const { trace, token } = parts;
  const input = {
    globalArgs: { ...upstream.globalArgs, ...parts.globalArgs },
    repoDir: `${upstream.root}/svc`,
    ...(token === undefined ? {} : { token }),
  };
  const command = [Deno.execPath(), "run", "-A", "--no-check", whole, JSON.stringify(input)];
  const [program, ...args] = trace === undefined
    ? command
    : ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=execve", "-o", trace, ...command];
  const home = await personAt(upstream.root, path);
  const { code, stdout, stderr } = await new Deno.Command(
    trace === undefined ? program! : "/usr/bin/strace",
    {
      args,
      clearEnv: true,
      env: {
        PATH: path,
        HOME: home,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
        GIT_SSH_COMMAND: `${path}/ssh`,
        GIT_EXTERNAL_DIFF: `${path}/evil`,
        GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${path}/evil'`,
        GIT_PAGER: `${path}/pager`,
        GIT_ASKPASS: `${path}/evil`,
        GIT_TEMPLATE_DIR: path,
      },
    },
  ).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr));
  return Number(decoder.decode(stdout).trim());
}

const hasStrace = await new Deno.Command("/usr/bin/strace", { args: ["-qq", "true"] }).output()
  .then(({ success }) => success, () => false);

Deno.test("nothing that a followed repository on this disk holds is run", async () => {
  await using upstream = await startUpstream();
  const { path, ran } = await watched(upstream.root);
  await fill(upstream, path);
  assert.ok(await run(upstream, path, {}) > 6);
  assert.deepEqual(ran(), []);
  const { objects } = await upstream.places();
  await plant(objects, path);
  const quiet = ["-c", "core.hooksPath=/dev/null", "update-ref"];
  await upstream.git([...quiet, "refs/pull/1/head", "refs/heads/main"]);
  await upstream.git([...quiet, "refs/heads/new", "refs/heads/main"]);
  await run(upstream, path, {});
  assert.deepEqual(ran(), [], "nor what was put among the mirror's own hooks");
});

Deno.test("nothing of a repository that is served over HTTP is run", async () => {
  await using stage = await startStage("hello");
  await stage.push("hello", "feature", { ...TREE, "sub": "no submodule\n" });
  await stage.on("hello", "POST", "/pulls", { title: "t", head: "feature", base: "main" });
  await using upstream = await startUpstream();
  const { path, ran } = await watched(upstream.root);
  const gitRemoteUrl = `${stage.host.url}/octocat/hello.git`;
  assert.equal(await run(upstream, path, { globalArgs: { gitRemoteUrl }, token: TOKEN }), 4);
  assert.deepEqual(ran(), []);
});

Deno.test({
  name: "git and its own parts are all that is ever started, and the token is in no argument" +
    (hasStrace ? "" : " (skipped: strace may not watch here)"),
  ignore: !hasStrace,
  async fn() {
    await using stage = await startStage("hello");
    await stage.push("hello", "feature", { ...TREE, "sub": "no submodule\n" });
    await stage.on("hello", "POST", "/pulls", { title: "t", head: "feature", base: "main" });
    await using upstream = await startUpstream();
    const { path } = await watched(upstream.root);
    const gitRemoteUrl = `${stage.host.url}/octocat/hello.git`;
    const trace = `${upstream.root}/trace`;
    await run(upstream, path, { globalArgs: { gitRemoteUrl }, token: TOKEN, trace });
    const lines = (await Deno.readTextFile(trace)).split("\n").filter((line) =>
      / = 0$/.test(line) || line.includes("<unfinished")
    );
    const started = lines.flatMap((line) => /execve\("([^"]+)"/.exec(line)?.[1] ?? []);
    const own = /\/(?:git|git-[a-z-]+)$/;
    const others = started.filter((one) => one !== Deno.execPath() && !own.test(one));
    assert.deepEqual(others, []);
    assert.ok(started.some((one) => one.endsWith("/git-remote-http")));
    const text = lines.slice(1).join("\n");
    const basic = btoa(`x-access-token:${TOKEN}`);
    assert.ok(!text.includes(basic) && !text.includes(TOKEN));
  },
});
