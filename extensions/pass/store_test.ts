import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { refusal, test } from "./testing/rules.ts";
import { makeKey, passStore } from "./testing/store.ts";

test("a key with a pass phrase is refused at once instead of asked for", async () => {
  await using store = await passStore({ passphrase: "correct horse" });
  const vault = store.open();
  await vault.put("K", "value");
  await store.run("gpgconf", ["--kill", "gpg-agent"]);
  await rejects(vault.get("K"), refusal("locked", /needs its passphrase.*pass show svc\/team\/K/));
});

test("an entry for another's key, and a store for a key that is not here, are told apart", async () => {
  await using store = await passStore();
  await using other = await passStore();
  const vault = store.open();
  await vault.put("K", "value");
  const env = { PASSWORD_STORE_DIR: store.env.PASSWORD_STORE_DIR! };
  await rejects(
    other.open({}, env).get("K"),
    refusal("refused", /key that is not on this machine/),
  );
  await rejects(
    other.open({}, env).put("K", "lost"),
    refusal("not_set_up", /does not encrypt for/),
  );
  equal(await vault.get("K"), "value");
});

test("without a store, without pass and without gpg it says what to install or to run", async () => {
  await using store = await passStore();
  const none = { PASSWORD_STORE_DIR: `${store.folder}/none` };
  const vault = store.open({}, none);
  for (const call of [() => vault.put("K", "v"), () => vault.get("K"), () => vault.list()]) {
    await rejects(call(), refusal("not_set_up", /no password store yet.*pass init/));
  }
  await rejects(Deno.stat(none.PASSWORD_STORE_DIR), Deno.errors.NotFound);
  const bin = `${store.folder}/bin`;
  await Deno.mkdir(bin);
  await rejects(store.open({}, { PATH: bin }).list(), refusal("not_set_up", /package 'pass'/));
  await store.open().put("K", "v");
  for (const name of ["pass", "bash", "base64", "getopt", "which", "tty", "cat", "tr", "sed"]) {
    const path = (await store.run("which", [name])).trim();
    await Deno.symlink(path, `${bin}/${name}`);
  }
  await rejects(store.open({}, { PATH: bin }).get("K"), refusal("not_set_up", /package 'gnupg'/));
});

test("a signed store whose .gpg-id somebody changed takes no secret", async () => {
  await using store = await passStore();
  const env = { PASSWORD_STORE_SIGNING_KEY: store.key };
  await rejects(
    store.open({}, env).put("K", "v"),
    refusal("refused", /Signature for .* does not exist/),
  );
  const stranger = await makeKey(store.run, "Stranger <stranger@example.org>");
  const id = `${store.folder}/store/.gpg-id`;
  await store.run("gpg", ["--batch", "--quiet", "-u", store.key, "--detach-sign", id]);
  const vault = store.open({}, env);
  await vault.put("K", "v");
  equal(await vault.get("K"), "v");
  await Deno.writeTextFile(id, `${store.key}\n${stranger}\n`);
  await rejects(vault.put("K", "w"), refusal("refused", /Signature for .* is invalid/));
});

test("a store with git has each change in its history, also of two processes at once", async () => {
  await using store = await passStore();
  await Deno.writeTextFile(
    `${store.env.HOME}/.gitconfig`,
    "[user]\nname=Ada\nemail=ada@example.com\n",
  );
  await store.run("pass", ["git", "init", "--quiet"]);
  const [one, two] = [store.open(), store.open()];
  await Promise.all([
    one.put("A", "1"),
    two.put("A", "2"),
    one.put("B", "3"),
    two.put("C", "4"),
  ]);
  ok(["1", "2"].includes(await one.get("A")));
  deepEqual(await two.list(), ["A", "B", "C"]);
  await Promise.all([one.delete("B"), two.delete("C")]);
  deepEqual(await two.list(), ["A"]);
  equal(await store.run("pass", ["git", "status", "--porcelain"]), "");
  const files = await store.run("pass", ["git", "ls-files", "svc"]);
  equal(files, "svc/team/A.gpg\n");
});

test("what git does not commit is kept, and said", async () => {
  await using store = await passStore();
  await store.run("git", ["init", "--quiet", `${store.folder}/store`]);
  await store.run("git", ["-C", `${store.folder}/store`, "config", "user.useConfigOnly", "true"]);
  const vault = store.open();
  await rejects(vault.put("K", "v"), refusal("unavailable", /is in the password store, but git/));
  equal(await vault.get("K"), "v");
});

test("a put that is killed while it encrypts leaves the value before it", async () => {
  await using store = await passStore();
  await store.open().put("K", "before");
  const bin = `${store.folder}/bin`;
  await Deno.mkdir(bin);
  const gpg = (await store.run("which", ["gpg"])).trim();
  // Writes a part of its output, as gpg does, and then pass is gone.
  const script = `#!/bin/bash
while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
[ -n "$out" ] || exit 2
head -c 40 > "$out"
kill -KILL $PPID
`;
  await Deno.writeTextFile(`${bin}/gpg`, script, { mode: 0o755 });
  const killed = store.open({}, { PATH: `${bin}:${store.env.PATH}` });
  await rejects(killed.put("K", "after ".repeat(1000)), refusal("unavailable", /did not write/));
  equal(await store.open().get("K"), "before");
  deepEqual(await store.open().list(), ["K"]);
  await Deno.remove(`${bin}/gpg`);
  await Deno.symlink(gpg, `${bin}/gpg`);
  await killed.put("K", "after");
  equal(await store.open().get("K"), "after");
});

test("puts of one key at once leave one of the values whole", async () => {
  await using store = await passStore();
  const vaults = [store.open(), store.open(), store.open()];
  const values = vaults.map((_, index) => `${index}`.repeat(60_000));
  await Promise.all(vaults.map((vault, index) => vault.put("K", values[index]!)));
  ok(values.includes(await vaults[0]!.get("K")));
  deepEqual(await vaults[0]!.list(), ["K"]);
  const left = [...Deno.readDirSync(`${store.folder}/store/svc/team`)].map(({ name }) => name);
  deepEqual(left, ["K.gpg"]);
});
