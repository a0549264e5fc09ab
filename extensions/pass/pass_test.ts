import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { SecretFailure } from "../platform/secrets/failure.ts";
import { refusal, test } from "./testing/rules.ts";
import { passStore } from "./testing/store.ts";

test("a value comes back exactly as it was put, also empty, of many lines, and long", async () => {
  await using store = await passStore();
  const vault = store.open();
  const values = [
    "",
    "a",
    "a\n",
    "a\n\n",
    "\n",
    " \t",
    "é💡\0\u0301\uFEFF",
    "\uFEFFb",
    "$(id)`id`'\"\\",
  ];
  values.push("x\ny\n".repeat(16_000), "svc/team/K\n", "svc/team/K\n`-- K\n");
  for (const value of values) {
    await vault.put("K", value);
    equal(await vault.get("K"), value);
  }
  // It is an entry like any other, so that pass itself reads it.
  equal(await store.run("pass", ["show", "svc/team/K"]), values.at(-1));
});

test("every key has an entry of its own and is listed; other entries are not", async () => {
  await using store = await passStore();
  const vault = store.open();
  deepEqual(await vault.list(), []);
  const keys = [
    "A",
    "a",
    "A.gpg",
    "a b",
    "a%20b",
    ".git",
    "-f",
    "é",
    "💡".repeat(50),
    "x -> y",
    "'$(id)",
  ];
  for (const key of keys) await vault.put(key, `value of ${key}`);
  for (const key of keys) equal(await vault.get(key), `value of ${key}`);
  deepEqual(await vault.list(), [...keys].sort());
  await store.run("pass", ["insert", "-m", "svc/team/folder/deep"], "x");
  await store.run("pass", ["insert", "-m", "svc/team/%41"], "x");
  await store.run("pass", ["insert", "-m", "svc/teams"], "x");
  await Deno.writeTextFile(`${store.folder}/store/svc/team/README`, "x");
  await Deno.mkdir(`${store.folder}/store/svc/team/K.gpg`);
  deepEqual(await vault.list(), [...keys].sort());
  for (const key of keys) await vault.delete(key);
  deepEqual(await vault.list(), []);
  for (const key of keys) await rejects(vault.get(key), refusal("not_found", /no secret/));
});

test("entries that people made are read, and a prefix is any folder or the whole store", async () => {
  await using store = await passStore();
  await store.run("pass", ["insert", "-m", "mail/work"], "first\nsecond\n");
  await store.run("pass", ["insert", "-m", "root"], "r");
  equal(await store.open({ prefix: "mail" }).get("work"), "first\nsecond\n");
  equal(await store.open({ prefix: "" }).get("root"), "r");
  deepEqual(await store.open({ prefix: "" }).list(), ["root"]);
  const lines = store.open({ prefix: "mail", firstLine: true });
  equal(await lines.get("work"), "first");
  await lines.put("new", "one");
  equal(await store.run("pass", ["show", "mail/new"]), "one\n");
  equal(await lines.get("new"), "one");
  await rejects(lines.put("new", "one\ntwo"), refusal("refused", /stores one line per entry/));
});

test("a folder is not a secret: its names are not given as a value, and nothing is moved into it", async () => {
  await using store = await passStore();
  await store.run("pass", ["insert", "-m", "svc/team/K/inner"], "x");
  await Deno.mkdir(`${store.folder}/store/svc/team/EMPTY`);
  const vault = store.open();
  for (const key of ["K", "EMPTY"]) {
    await rejects(vault.get(key), refusal("not_found", /no secret/));
    await rejects(vault.put(key, "value"), refusal("refused", /is a folder/));
    await rejects(vault.delete(key), refusal("not_found", /no secret/));
  }
  equal(await store.run("pass", ["show", "svc/team/K/inner"]), "x");
  // A prefix that is an entry: its value must not be taken for a list.
  await store.run("pass", ["insert", "-m", "single"], "|-- \x1b[33mFAKE\x1b[0m\n");
  deepEqual(await store.open({ prefix: "single" }).list(), []);
});

test("an entry that was cut off, changed or replaced is damaged, never an empty or other value", async () => {
  await using store = await passStore();
  const vault = store.open();
  const value = "value ".repeat(100);
  await vault.put("K", value);
  const path = `${store.folder}/store/svc/team/K.gpg`;
  const bytes = await Deno.readFile(path);
  const damaged = [0, 1, 60, bytes.length - 1].map((length) => bytes.slice(0, length));
  for (const at of [0, 30, 150, bytes.length - 3]) {
    damaged.push(bytes.map((byte, index) => index === at ? byte ^ 0x55 : byte));
  }
  damaged.push(new TextEncoder().encode("plain text\n"));
  let refused = 0;
  for (const content of damaged) {
    await Deno.writeFile(path, content);
    try {
      // Not every bit of an entry says something of the value.
      equal(await vault.get("K"), value);
    } catch (error) {
      ok(error instanceof SecretFailure, String(error));
      // A changed key id is another's key, and gpg-agent keeps to itself why a key did not fit.
      ok(["not_a_secret", "refused", "locked"].includes(error.code), error.message);
      if (error.code === "not_a_secret") refused++;
    }
  }
  ok(refused >= 7, `${refused} were called damaged`);
  await Deno.writeFile(`${store.folder}/bytes`, new Uint8Array([0xff, 0xfe, 0]));
  await store.run("gpg", [
    ...["--batch", "--yes", "--quiet", "--output", path, "--encrypt", "--recipient", store.key],
    `${store.folder}/bytes`,
  ]);
  await rejects(vault.get("K"), refusal("not_a_secret", /is not text/));
});

test("a value is in no argument and no variable of any process that is started", async () => {
  await using store = await passStore();
  const value = "s3cr3t-in-no-argument";
  const bin = `${store.folder}/bin`;
  await Deno.mkdir(bin);
  for (const name of ["pass", "gpg"]) {
    const path = (await store.run("which", [name])).trim();
    const script =
      `#!/bin/sh\n{ echo "$0" "$@"; env; } >> ${store.folder}/seen\nexec ${path} "$@"\n`;
    await Deno.writeTextFile(`${bin}/${name}`, script, { mode: 0o755 });
  }
  const vault = store.open({}, { PATH: `${bin}:${store.env.PATH}` });
  await vault.put("K", value);
  equal(await vault.get("K"), value);
  await vault.delete("K");
  const seen = await Deno.readTextFile(`${store.folder}/seen`);
  ok(seen.includes("insert") && seen.includes("--pinentry-mode=error"));
  equal(seen.includes(value), false);
});

test("of the environment only what pass needs is handed on", async () => {
  await using store = await passStore();
  const bin = `${store.folder}/bin`;
  const extensions = `${store.folder}/extensions`;
  await Deno.mkdir(bin);
  await Deno.mkdir(extensions);
  await Deno.writeTextFile(`${bin}/pass`, `#!/bin/sh\nenv > ${store.folder}/seen\n`, {
    mode: 0o755,
  });
  Deno.env.set("PASSWORD_STORE_EXTENSIONS_DIR", extensions);
  Deno.env.set("PASSWORD_STORE_ENABLE_EXTENSIONS", "true");
  Deno.env.set("PASSWORD_STORE_GPG_OPTS", "--always-trust");
  try {
    await store.open({}, { PATH: `${bin}:/usr/bin:/bin` }).list();
  } finally {
    for (const name of ["EXTENSIONS_DIR", "ENABLE_EXTENSIONS", "GPG_OPTS"]) {
      Deno.env.delete(`PASSWORD_STORE_${name}`);
    }
  }
  const names = (await Deno.readTextFile(`${store.folder}/seen`)).matchAll(/^(\w+)=/gm);
  deepEqual(
    [...names].map(([, name]) => name!).filter((name) =>
      !["PWD", "_", "SHLVL", "OLDPWD"].includes(name)
    )
      .sort(),
    [
      ..."GIT_EDITOR GIT_TERMINAL_PROMPT GNUPGHOME HOME LC_ALL PASSWORD_STORE_DIR".split(" "),
      ..."PASSWORD_STORE_GPG_OPTS PATH TERM TREE_COLORS".split(" "),
    ],
  );
});
