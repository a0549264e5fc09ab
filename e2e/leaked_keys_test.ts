import assert from "node:assert/strict";
import { generateKey, keyStart } from "@svc/core/key";
import { testNeeding } from "./requirement.ts";
import { createPerson } from "./process/svc.ts";

interface Check {
  check: string;
  outcome: string;
  found: string;
  fix?: string;
}

/** A registry that is there, and knows nobody. */
function startRegistry() {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response(),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

testNeeding(
  ["git"],
  "svc doctor --history names each place of a leaked key, prints none, and runs nothing of a repository",
  async () => {
    await using registry = startRegistry();
    await using person = await createPerson(registry.url);
    const { home, work } = person;
    const marker = `${home}/ran`;
    const doctor = async () => {
      // As within a hook of another repository, which is none of this folder.
      const elsewhere = { GIT_DIR: `${home}/elsewhere`, GIT_WORK_TREE: home };
      const { code, stdout, stderr } = await person.svc(["doctor", "--history", "--json"], {
        env: elsewhere,
      });
      const { checks } = JSON.parse(stdout) as { checks: Check[] };
      return {
        code,
        said: stdout + stderr,
        leaks: checks.filter(({ check }) => check === "leaks"),
      };
    };
    const git = async (...args: string[]) => {
      const identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.org"];
      const { success, stderr } = await new Deno.Command("git", {
        args: [...identity, ...args],
        cwd: work,
        env: { ...person.env, GIT_CONFIG_NOSYSTEM: "1" },
      }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
    };
    const clean = await doctor();
    assert.equal(clean.code, 0, clean.said);
    assert.deepEqual(clean.leaks.map(({ outcome, found }) => [outcome, found]), [
      ["passed", "no key of svc in history files; no git repository is here"],
    ]);

    const keys = {
      typed: generateKey("personal"),
      binary: generateKey("collective"),
      removed: generateKey("personal"),
      dropped: generateKey("personal"),
      message: generateKey("personal"),
      loose: generateKey("personal"),
      ignored: generateKey("personal"),
      linked: generateKey("personal"),
    };
    // Histories: one that is typed in, a pipe, a loop of links, and more than anybody reads.
    await Deno.writeTextFile(
      `${home}/.bash_history`,
      `ls\ncd /\nSVC_API_KEY=${keys.typed} svc extension push\n`,
    );
    await new Deno.Command("mkfifo", { args: [`${home}/.zsh_history`] }).output();
    await Deno.symlink(`${home}/.histfile`, `${home}/.histfile`);
    const sparse = await Deno.open(`${home}/.sh_history`, { create: true, write: true });
    await sparse.truncate(50_000_000_000);
    sparse.close();

    await git("init", "--quiet");
    const write = (path: string, text: string) => Deno.writeTextFile(`${work}/${path}`, text);
    await write("old.env", `A=1\nSVC_API_KEY=${keys.removed}\n`);
    await write(".gitignore", "*.local\n");
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "First");
    await Deno.remove(`${work}/old.env`);
    await git("commit", "--quiet", "-a", "-m", `Use ${keys.message}`);
    await write("secret.txt", keys.dropped);
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "Oops");
    await git("reset", "--quiet", "--hard", "HEAD~1");
    await write("notes.txt", `\n\n\nkey: ${keys.loose}\n`);
    await write("mine.local", keys.ignored);
    await write("image.png", `\0\xff\0${keys.binary}\0`);
    await Deno.writeTextFile(`${home}/elsewhere`, keys.linked);
    await Deno.symlink(`${home}/elsewhere`, `${work}/link`);
    await Deno.symlink("/dev/zero", `${work}/zero`);
    await new Deno.Command("mkfifo", { args: [`${work}/pipe`] }).output();
    // A repository of somebody hostile would have git start programs.
    const program = `${home}/program`;
    await Deno.writeTextFile(program, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    for (
      const name of [
        ...["core.fsmonitor", "core.pager", "core.sshCommand", "gpg.program", "diff.x.textconv"],
        ...["diff.external", "core.editor", "filter.x.clean", "filter.x.smudge"],
      ]
    ) await git("config", name, program);
    await git("config", "log.showSignature", "true");
    await write(".gitattributes", "* diff=x filter=x\n");

    const { code, said, leaks } = await doctor();
    assert.equal(code, 1);
    for (const [name, key] of Object.entries(keys)) assert.ok(!said.includes(key), name);
    const of = (key: string) => leaks.find(({ found }) => found.includes(keyStart(key)));
    const places = (key: string) => of(key)?.found.replace(/^the key \S+ is in /, "");
    assert.equal(places(keys.typed), `${home}/.bash_history:3`);
    assert.equal(places(keys.binary), `${work}/image.png:1`);
    assert.match(places(keys.removed)!, /^git commit [0-9a-f]{7,} old\.env:2$/);
    assert.match(places(keys.dropped)!, /^git commit [0-9a-f]{7,} secret\.txt:1$/);
    assert.match(places(keys.message)!, /^git commit [0-9a-f]{12}:\d+$/);
    assert.equal(places(keys.loose), `${work}/notes.txt:4`);
    assert.deepEqual([of(keys.ignored), of(keys.linked)], [undefined, undefined]);
    assert.equal(leaks.length, 6);
    assert.match(of(keys.typed)!.fix!, new RegExp(`^Revoke it at ${registry.url}/account/keys`));
    assert.match(of(keys.binary)!.fix!, /^Revoke it with 'svc auth token revoke'/);
    await assert.rejects(Deno.stat(marker), Deno.errors.NotFound);
  },
);
