import assert from "node:assert/strict";
import { quote as posixQuote } from "./bash.ts";
import { quote as fishQuote } from "./fish.ts";
import { quote as powershellQuote } from "./powershell.ts";
import { completionPlaces } from "./words.ts";
import { initRepository, repositoryAt } from "@svc/runtime/repository";
import { createVault } from "@svc/runtime/vaults";
import { ID, runsServer } from "../testing/runs_server.ts";
import { offeredAfter, svc, temporaryConfig } from "../testing/host.ts";

/** What bash offers for the last of `words`. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await svc(["completions", "bash"]);
  const line = ["svc", ...words].map((word) => `'${word}'`).join(" ");
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: [
      "--noprofile",
      "--norc",
      "-c",
      `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    cwd: "/",
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).split("\n").filter((word) => word !== "");
}

Deno.test("bash offers commands, then options, then the values an option allows", async () => {
  assert.deepEqual(await offered("auth", "wh"), ["whoami"]);
  assert.deepEqual(await offered("auth", "sta"), ["status"]);
  assert.deepEqual(await offered("auth", "token", "create", "--sc"), ["--scopes"]);
  assert.deepEqual(await offered("extension", "push", "--channel", ""), ["beta", "rc", "stable"]);
  assert.deepEqual(await offered("help", "exit"), ["exit-codes"]);
  const first = await offered("");
  assert.ok(first.includes("extension") && first.includes("help") && !first.includes("--json"));
});

Deno.test("bash goes past options to the command they stand in", async () => {
  assert.ok((await offered("auth", "token", "list", "--json", "--col")).includes("--collective"));
});

Deno.test("the scripts of zsh and fish name every command, and only commands that exist", async () => {
  const { stdout: fish } = await svc(["completions", "fish"]);
  const { stdout: zsh } = await svc(["completions", "zsh"]);
  for (const word of ["whoami", "undeprecate", "describe", "ripple"]) {
    assert.ok(fish.includes(`-a '${word}'`), word);
    assert.ok(zsh.includes(`'${word}:`), word);
  }
  assert.ok(!fish.includes("-d ''"), "a word without a meaning is offered");
});

Deno.test("the script of PowerShell has each place with its words and options, each quoted", async () => {
  const { stdout: script } = await svc(["completions", "powershell"]);
  const row =
    /^ {4}('.*?') = @\{ Asks = \$(true|false); Words = @\((.*)\); Options = @\((.*)\) \}$/;
  const texts = (list: string) =>
    [...list.matchAll(/'((?:[^'\u2018-\u201b]|(['\u2018-\u201b])\2)*)'(?:, |$)/g)]
      .map(([, text]) => text!.replace(/(['\u2018-\u201b])\1/g, "$1"));
  const found = script.split("\n").flatMap((line) => {
    const [, path, asks, words, options] = row.exec(line) ?? [];
    if (path === undefined) return [];
    return [{
      path: path.slice(1, -1),
      asks: asks === "true",
      words: texts(words!),
      options: texts(options!),
    }];
  });
  const places = (await completionPlaces()).map(({ path, asks, words, options }) => ({
    path,
    asks,
    words: words.map(({ word, summary }) => `${word}\t${summary}`),
    options: options.map(({ name, summary }) => `--${name}\t${summary}`),
  }));
  assert.deepEqual(found, places);
  assert.match(script, /^ {4}'extension push --channel' = @\('beta', 'rc', 'stable'\)$/m);
});

/** True where a shell is installed: PowerShell is on no machine of ours so far. */
const isInstalled = (shell: string, arg: string) =>
  Promise.try(() => new Deno.Command(shell, { args: [arg] }).output())
    .then(({ success }) => success, () => false);

/** What a shell prints when it reads its script, which is too long for an argument, and a line. */
async function answered(shell: string, option: string, before: string, line: string) {
  const { stdout: script } = await svc(["completions", shell]);
  const child = new Deno.Command(shell, {
    args: [option],
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [{ stdout, stderr }] = await Promise.all([
    child.output(),
    new Response(`${before}\n${script}\n${line}\n`).body!.pipeTo(child.stdin),
  ]);
  assert.equal(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).split("\n").filter((word) => word !== "");
}

Deno.test("zsh offers commands, then options, the values of an option and names of its own", {
  ignore: !await isInstalled("zsh", "--version"),
}, async () => {
  // In place of the functions that only the line editor has.
  const stubs = `compdef() {}; _files() { print files }
compadd() { shift; print -l -- "$@" }
_describe() { [[ $1 == -o ]] && shift; print -l -- \${\${(P)2}%%:*} }
svc() { print -l one "two of $*" }`;
  const asked = (...words: string[]) =>
    answered(
      "zsh",
      "-f",
      stubs,
      `words=(svc ${words.map(posixQuote).join(" ")}); CURRENT=${words.length + 1}; _svc`,
    );
  assert.ok((await asked("")).includes("extension"));
  assert.ok((await asked("auth", "wh")).includes("whoami"));
  assert.ok((await asked("auth", "token", "list", "--json", "--col")).includes("--collective"));
  assert.deepEqual(await asked("extension", "push", "--channel", ""), ["beta", "rc", "stable"]);
  assert.deepEqual(await asked("behavior", "run", ""), ["one", "two of __complete behavior run"]);
  assert.deepEqual(await asked("init", ""), ["files"]);
});

Deno.test("fish offers commands, then options, the values of an option and names of its own", {
  ignore: !await isInstalled("fish", "--version"),
}, async () => {
  const asked = async (line: string) =>
    (await answered(
      "fish",
      "--no-config",
      'function svc; echo "one of $argv"; end',
      `complete -C ${fishQuote(line)}`,
    )).map((row) => row.split("\t")[0]);
  assert.ok((await asked("svc ")).includes("extension"));
  assert.deepEqual(await asked("svc auth wh"), ["whoami"]);
  assert.deepEqual(await asked("svc auth token create --sc"), ["--scopes"]);
  assert.deepEqual(await asked("svc extension push --channel "), ["beta", "rc", "stable"]);
  assert.deepEqual(await asked("svc behavior run "), ["one of __complete behavior run"]);
});

Deno.test("PowerShell offers commands, options and the values of an option", {
  ignore: !await isInstalled("pwsh", "-Version"),
}, async () => {
  const { stdout: script } = await svc(["completions", "powershell"]);
  const offered = async (line: string) => {
    const ask = `(TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length})` +
      `.CompletionMatches | ForEach-Object { $_.CompletionText }`;
    const { stdout } = await new Deno.Command("pwsh", {
      args: ["-NoProfile", "-NonInteractive", "-Command", `${script}\n${ask}`],
    }).output();
    return new TextDecoder().decode(stdout).split(/\r?\n/).filter((word) => word !== "");
  };
  assert.deepEqual(await offered("svc auth wh"), ["whoami"]);
  assert.deepEqual(await offered("svc model "), ["type"]);
  assert.deepEqual(await offered("svc auth token create --sc"), ["--scopes"]);
  assert.deepEqual(await offered("svc extension push --channel "), ["beta", "rc", "stable"]);
});

Deno.test("what a shell would read inside quotes is quoted again", () => {
  assert.equal(posixQuote("it's $HOME"), "'it'\\''s $HOME'");
  assert.equal(fishQuote("it's a \\"), "'it\\'s a \\\\'");
  assert.equal(powershellQuote("it's $x, it’s `y"), "'it''s $x, it’’s `y'");
});

/** A repository with two behaviors, in a folder of its own. */
async function workplace() {
  const folder = await Deno.makeTempDir({ prefix: "svc-test-" });
  const config = await temporaryConfig();
  const env = { HOME: config.path };
  await initRepository(folder);
  for (const name of ["shell-one", "shell-two"]) {
    const made = await svc(["behavior", "create", "command/shell", name], { cwd: folder, env });
    assert.equal(made.exit, 0, made.stderr);
  }
  return {
    folder,
    of: { cwd: folder, env },
    async [Symbol.asyncDispose]() {
      await config[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("behaviors are completed from the repository, and after one its methods", async () => {
  await using at = await workplace();
  const asked = (...words: string[]) => offeredAfter(words, { cwd: at.folder });
  const both = ["shell-one", "shell-two"];
  for (
    const line of [
      "behavior run",
      "behavior run --timeout 5m",
      "behavior get",
      "behavior delete",
      "data get",
      "data list",
      "data versions",
    ]
  ) assert.deepEqual(await asked(...line.split(" ")), both, line);
  assert.deepEqual(await asked("behavior", "run", "shell-one"), ["execute"]);
  assert.deepEqual(await asked("behavior", "run", "command/shell"), ["execute"]);
  assert.deepEqual(await asked("behavior", "run", "shell-one", "execute"), []);
});

Deno.test("vaults are completed, and after one of svc's own its keys; nothing is decrypted", async () => {
  await using at = await workplace();
  const asked = (line: string) => offeredAfter(line.split(" "), { cwd: at.folder });
  const repository = repositoryAt(at.folder);
  for (const name of ["staging", "prod"]) {
    await createVault(repository, { type: "local_encryption", name });
  }
  await createVault(repository, { type: "@acme/keeper", name: "team" });
  const run = (argv: string[], stdin = "") => svc(argv, { cwd: at.folder, stdin });
  for (const key of ["TOKEN", "odd key"]) {
    assert.equal((await run(["vault", "put", "prod", key], "value")).exit, 0);
  }
  const all = ["prod", "staging", "team"];
  for (const command of ["get", "put", "delete", "list-keys", "describe", "read-secret"]) {
    assert.deepEqual(await asked(`vault ${command}`), all, command);
  }
  // A name with a space would be two words to the shell.
  assert.deepEqual(await asked("vault get prod"), ["TOKEN"]);
  await Deno.remove(`${at.folder}/.svc/secrets/local_encryption/prod/.key`);
  assert.deepEqual(await asked("vault get prod"), ["TOKEN"]);
  // An extension's code does not run for a key press.
  assert.deepEqual(await asked("vault get team"), []);
  assert.deepEqual(await asked("vault list-keys prod"), []);
});

Deno.test("extensions, reports, schedules and webhooks are completed by name, each once", async () => {
  await using at = await workplace();
  const asked = (line: string) => offeredAfter(line.split(" "), at.of);
  const entry = {
    version: "2026.11.21.1",
    pulledAt: "2026-11-21T00:00:00Z",
    checksum: "a".repeat(64),
    filesChecksum: "b".repeat(64),
    files: [],
  };
  await Deno.writeTextFile(
    `${at.folder}/upstream_extensions.json`,
    JSON.stringify({ "@acme/tool": entry, "@acme/aws/s3": entry, "@acme/$(id)": entry }),
  );
  for (const command of ["rm", "update", "info", "grant", "pull", "permissions"]) {
    // A name that a shell would run is left out.
    assert.deepEqual(await asked(`extension ${command}`), ["@acme/aws/s3", "@acme/tool"], command);
  }
  assert.deepEqual(await asked("extension rm @acme/tool"), ["@acme/aws/s3"]);
  assert.deepEqual(await asked("extension info @acme/tool"), []);
  for (const name of ["nightly", "weekly"]) {
    const line = `schedule add ${name} shell-one execute --cron @daily --input run=true`;
    const added = await svc(line.split(" "), at.of);
    assert.equal(added.exit, 0, added.stderr);
  }
  for (const command of ["rm", "pause", "resume", "run"]) {
    assert.deepEqual(await asked(`schedule ${command}`), ["nightly", "weekly"], command);
  }
  const hook = await svc(
    "webhook add deploy shell-one execute --scheme github --secret - --input run=true".split(" "),
    {
      ...at.of,
      stdin: "a secret of thirty-two characters",
    },
  );
  assert.equal(hook.exit, 0, hook.stderr);
  assert.deepEqual(await asked("webhook rotate"), ["deploy"]);
  assert.deepEqual(await asked("report get"), []);
});

Deno.test("what cannot be completed is nothing, without a word", async () => {
  await using at = await workplace();
  for (const line of ["behavior run nothing", "behavior nonsense", "behavior", "init", ""]) {
    assert.deepEqual(await offeredAfter(line.split(" "), { cwd: at.folder }), [], line);
  }
  assert.deepEqual(await offeredAfter(["behavior", "run"], { cwd: "/" }), []);
});

Deno.test("runs are completed with the newest of the server that the command asks", async () => {
  await using serve = runsServer();
  const env = { SVC_SERVER_TOKEN: "ci.secret", SVC_SERVER_URL: serve.url };
  for (const command of ["view", "watch", "cancel"]) {
    assert.deepEqual(
      await offeredAfter(["run", command, "--server", serve.url], { env }),
      [ID],
      command,
    );
  }
  const byVariable = { ...env, SVC_SERVE_URL: serve.url };
  assert.deepEqual(await offeredAfter(["run", "view"], { env: byVariable }), [ID]);
  // Without a server, without a token for it, and where none answers.
  assert.deepEqual(await offeredAfter(["run", "view"], { env }), []);
  const other = ["run", "view", "--server", "http://127.0.0.1:1"];
  assert.deepEqual(await offeredAfter(other, { env }), []);
  const token = { ...env, SVC_SERVER_URL: "http://127.0.0.1:1" };
  assert.deepEqual(await offeredAfter(other, { env: token }), []);
});
