import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import fc from "fast-check";
import { copyFolder } from "../../../testing/copied.ts";
import { refusal } from "../../../testing/refusal.ts";
import { localVault } from "../../../testing/vault.ts";
import { createVault } from "../create.ts";
import { openVault } from "../open.ts";
import { rotateVault } from "../rotate.ts";
import { sealedName } from "./sealed.ts";

/** A local vault with two secrets, opened again for each look. */
async function filled(config: Record<string, unknown> = {}) {
  const made = await localVault(config);
  const opened = () => openVault(made.repository, made.main);
  const look = async (key: string) => {
    await using vault = await opened();
    return await vault.get(key);
  };
  const keep = async (key: string, value: string) => {
    await using vault = await opened();
    await vault.put(key, value);
  };
  const file = async (key: string) => `${made.folder}/${await sealedName(key)}`;
  return { ...made, opened, look, keep, file };
}

Deno.test("a secret is nowhere in the clear, and its files are their owner's only", async () => {
  await using made = await filled();
  await made.keep("TOKEN", "hush-hush");
  equal(await made.look("TOKEN"), "hush-hush");
  equal((await Deno.stat(made.folder)).mode! & 0o777, 0o700);
  const names = [...Deno.readDirSync(made.folder)].map(({ name }) => name).sort();
  deepEqual(names, [await sealedName("TOKEN"), ".key"].sort());
  for (const name of names) {
    equal((await Deno.stat(`${made.folder}/${name}`)).mode! & 0o777, 0o600);
    equal((await Deno.readTextFile(`${made.folder}/${name}`)).includes("hush"), false);
  }
});

Deno.test("a value put twice is encrypted differently", async () => {
  await using made = await filled();
  await made.keep("A", "same");
  const first = await Deno.readTextFile(await made.file("A"));
  await made.keep("A", "same");
  notEqual(await Deno.readTextFile(await made.file("A")), first);
});

Deno.test("keys that differ in case, in accents or only at the end of 200 bytes are secrets apart", async () => {
  await using made = await filled();
  const long = "k".repeat(199);
  const keys = [
    "token",
    "TOKEN",
    "Token",
    "é",
    "e\u0301",
    `${long}a`,
    `${long}b`,
    "con",
    "a.",
    ".key",
    " a",
  ];
  for (const key of keys) await made.keep(key, `of ${key}`);
  for (const key of keys) equal(await made.look(key), `of ${key}`);
  await using vault = await made.opened();
  deepEqual(await vault.list(), [...keys].sort());
  const files = [...Deno.readDirSync(made.folder)].map(({ name }) => name.toLowerCase());
  equal(new Set(files).size, keys.length + 1);
});

Deno.test("any byte of a secret's file that is changed, cut or added is found", async () => {
  await using made = await filled();
  await made.keep("A", "the value of A");
  const path = await made.file("A");
  const whole = await Deno.readFile(path);
  const found = async (bytes: Uint8Array) => {
    await Deno.writeFile(path, bytes);
    try {
      equal(await made.look("A"), "the value of A");
      return undefined;
    } catch (error) {
      if (!isSvcError(error)) throw error;
      ok(["vault_damaged", "vault_key_missing"].includes(error.code), error.code);
      equal(`${error.message}${error.hint}`.includes("the value"), false);
      return error.code;
    }
  };
  // Every field, and every byte of it: nothing but blanks between them may differ unseen.
  const unseen: string[] = [];
  for (let at = 0; at < whole.length; at++) {
    const changed = whole.slice();
    changed[at]! ^= 1;
    if (await found(changed) === undefined) unseen.push(String.fromCharCode(whole[at]!));
  }
  deepEqual(unseen.filter((character) => character.trim() !== ""), []);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 3), async (length) => {
      equal(await found(whole.slice(0, length)), "vault_damaged");
    }),
    { numRuns: 30 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      async (at, bytes) => {
        const changed = whole.slice();
        changed.set(bytes.subarray(0, whole.length - at), at);
        await found(changed);
      },
    ),
    { numRuns: 60 },
  );
  for (const other of [new Uint8Array(), new Uint8Array(2_000_000), whole.map((byte) => ~byte)]) {
    equal(await found(other), "vault_damaged");
  }
  await using vault = await made.opened();
  await rejects(vault.list(), refusal("vault_damaged", /Restore the file from a copy/));
  await vault.put("A", "again");
  deepEqual(await vault.list(), ["A"]);
});

Deno.test("a file with fields of another, or whose header is rewritten, opens nothing", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  await made.keep("B", "of B");
  const [a, b] = [await made.file("A"), await made.file("B")];
  const [first, second] = [await Deno.readTextFile(a), await Deno.readTextFile(b)];
  // As it is under another name, and with the name written into it.
  for (const text of [first, first.replace('"key": "A"', '"key": "B"')]) {
    await Deno.writeTextFile(b, text);
    await rejects(made.look("B"), refusal("vault_damaged", /svc vault put main B/));
  }
  const [one, other] = [JSON.parse(first), JSON.parse(second)];
  for (const field of ["iv", "data", "vault", "keyId", "version"]) {
    const swapped = {
      ...other,
      [field]: field in { iv: 1, data: 1 } ? one[field] : `${one[field]}0`,
    };
    await Deno.writeTextFile(b, JSON.stringify(swapped));
    await rejects(made.look("B"), (error) => {
      ok(isSvcError(error) && ["vault_damaged", "vault_key_missing"].includes(error.code), field);
      return true;
    });
  }
});

Deno.test("a secret copied from another vault, with its key or without, is not that of this one", async () => {
  await using made = await filled();
  const { repository } = made;
  await made.keep("A", "of main");
  const other = await createVault(repository, { type: "local_encryption", name: "other" });
  await using vault = await openVault(repository, other);
  await vault.put("A", "of other");
  const folder = `${repository.state}/secrets/local_encryption/other`;
  await Deno.copyFile(await made.file("A"), `${folder}/${await sealedName("A")}`);
  await rejects(vault.get("A"), refusal("vault_damaged", /another vault/));
  await Deno.copyFile(`${made.folder}/.key`, `${folder}/.key`);
  await using again = await openVault(repository, other);
  await rejects(again.get("A"), refusal("vault_key_missing", /another vault/));
  await rejects(again.put("A", "x"), refusal("vault_key_missing", /another vault/));
});

Deno.test("a missing key file is said, and no new one is made while there are secrets", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  const kept = await Deno.readTextFile(`${made.folder}/.key`);
  await Deno.remove(`${made.folder}/.key`);
  for (const work of [() => made.look("A"), () => made.keep("A", "x"), () => made.keep("B", "x")]) {
    await rejects(work(), refusal("vault_key_missing", /is missing.*\.key/, /Restore it/));
  }
  await rejects(rotateVault(made.repository, made.main), refusal("vault_key_missing"));
  await Deno.writeTextFile(`${made.folder}/.key`, kept, { mode: 0o600 });
  equal(await made.look("A"), "of A");
});

Deno.test("a key file with other keys opens nothing and takes nothing", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  const path = `${made.folder}/.key`;
  const ring = JSON.parse(await Deno.readTextFile(path));
  const [id, right] = Object.entries(ring.keys as Record<string, string>)[0]!;
  const other = crypto.getRandomValues(new Uint8Array(32)).toBase64();
  // The id stays, so that only its bytes tell.
  await Deno.writeTextFile(path, JSON.stringify({ ...ring, keys: { [id]: other } }));
  for (const work of [() => made.look("A"), () => made.keep("A", "x"), () => made.keep("B", "x")]) {
    await rejects(work(), refusal("vault_key_missing"));
  }
  const broken = ["", "{}", "x".repeat(100_000), right, JSON.stringify({ ...ring, current: "x" })];
  for (const text of [...broken, JSON.stringify({ ...ring, keys: { a: "AAAA" } })]) {
    await Deno.writeTextFile(path, text);
    await rejects(made.look("A"), (error) => {
      refusal("vault_key_missing", /not a key file of a vault/)(error);
      equal(String(error).includes(right), false);
      return true;
    });
    await rejects(made.keep("A", "x"), refusal("vault_key_missing"));
  }
});

Deno.test("a key file that others can read, a link, a folder and a pipe are refused", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  const path = `${made.folder}/.key`;
  for (const mode of [0o640, 0o604, 0o620, 0o601]) {
    await Deno.chmod(path, mode);
    await rejects(made.look("A"), refusal("vault_key_missing", /Others can read/, /chmod 600/));
    await rejects(made.keep("A", "x"), refusal("vault_key_missing", /Others can read/));
  }
  await Deno.chmod(path, 0o600);
  await Deno.rename(path, `${made.outside}/key`);
  await Deno.symlink(`${made.outside}/key`, path);
  await rejects(made.look("A"), refusal("vault_key_missing", /symbolic link/));
  await rejects(made.keep("A", "x"), refusal("vault_key_missing", /symbolic link/));
  await Deno.remove(path);
  await Deno.mkdir(path);
  await rejects(made.look("A"), refusal("vault_key_missing", /not a file/));
  await Deno.remove(path);
  ok((await new Deno.Command("mkfifo", { args: ["-m", "600", path] }).output()).success);
  await rejects(made.look("A"), refusal("vault_key_missing", /not a file/));
});

Deno.test("a folder that others can look into is closed; one they can write in is refused", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  await Deno.chmod(made.folder, 0o755);
  equal(await made.look("A"), "of A");
  equal((await Deno.stat(made.folder)).mode! & 0o777, 0o700);
  for (const mode of [0o770, 0o707, 0o720]) {
    await Deno.chmod(made.folder, mode);
    await rejects(made.look("A"), refusal("config_exposed", /chmod 700/));
    await rejects(made.keep("A", "x"), refusal("config_exposed"));
  }
});

Deno.test("links in the place of the folder, of a folder above it, and of a secret are refused", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  const secret = await made.file("A");
  await Deno.rename(secret, `${made.outside}/secret`);
  await Deno.symlink(`${made.outside}/secret`, secret);
  await rejects(made.look("A"), refusal("conflict", /symbolic link/));
  for (const folder of [made.folder, `${made.repository.state}/secrets`]) {
    await Deno.rename(folder, `${made.outside}/moved`);
    await Deno.symlink(`${made.outside}/moved`, folder);
    await rejects(made.look("A"), refusal("conflict", /symbolic link/));
    await rejects(made.keep("A", "x"), refusal("conflict", /symbolic link/));
    await Deno.remove(folder);
    await Deno.rename(`${made.outside}/moved`, folder);
  }
});

Deno.test("a key file outside the repository is made there, in a folder that exists", async () => {
  await using place = await localVault();
  const keyFile = `${place.outside}/keys/main.key`;
  await using made = await filled({ key_file: keyFile });
  await rejects(made.keep("A", "x"), refusal("vault_key_missing", /mkdir -p -m 700/));
  await Deno.mkdir(`${place.outside}/keys`, { mode: 0o700 });
  await made.keep("A", "of A");
  equal((await Deno.stat(keyFile)).mode! & 0o777, 0o600);
  await rejects(Deno.lstat(`${made.folder}/.key`), Deno.errors.NotFound);
  equal(await made.look("A"), "of A");
});

Deno.test("a configuration that a new local vault does not take is refused", async () => {
  await using made = await localVault();
  const { repository } = made;
  const create = (config: Record<string, unknown>) =>
    createVault(repository, { type: "local_encryption", name: "other", config });
  for (
    const [config, why] of [
      [{ key_file: "keys/a.key" }, /must be a path/],
      [{ key_file: `${repository.root}/a.key` }, /is in the repository/],
      [{ key_file: `${repository.root}/x/../.svc/a.key` }, /is in the repository/],
      [{ key_file: 7 }, /must be a path/],
      [{ key_file: "/a\nb" }, /must be a path/],
      [{ keyfile: "/a" }, /does not accept 'keyfile'/],
      [{ ssh_key_path: "~/.ssh/id_rsa" }, /does not accept 'ssh_key_path'/],
    ] as const
  ) await rejects(create(config), refusal("invalid_argument", why));
  await create({ key_file: "~/a.key", auto_generate: true });
});

Deno.test("a vault of this name whose file is gone leaves its secrets, and no new one takes its place", async () => {
  await using made = await filled();
  const { repository, main } = made;
  await made.keep("A", "of A");
  const path = `${repository.root}/vaults/local_encryption/${main.id}.yaml`;
  const text = await Deno.readTextFile(path);
  await Deno.remove(path);
  await rejects(made.keep("A", "x"), refusal("vault_not_found"));
  await rejects(
    createVault(repository, { type: "local_encryption", name: "main" }),
    refusal("conflict", /Secrets of an earlier vault/),
  );
  await Deno.writeTextFile(path, text);
  equal(await made.look("A"), "of A");
});

Deno.test("a secret that is deleted is gone, and deleting it again is said", async () => {
  await using made = await filled();
  await made.keep("A", "of A");
  await using vault = await made.opened();
  await vault.delete!("A");
  deepEqual(await vault.list(), []);
  await rejects(vault.get("A"), refusal("secret_not_found", /svc vault put main A/));
  await rejects(vault.delete!("A"), refusal("secret_not_found"));
});

Deno.test("a rotation replaces the key: the old one opens nothing of what there is now", async () => {
  await using made = await filled();
  for (const key of ["A", "B"]) await made.keep(key, `of ${key}`);
  copyFolder(made.folder, `${made.outside}/before`);
  const { secrets, keyId } = await rotateVault(made.repository, made.main);
  equal(secrets, 2);
  const ring = JSON.parse(await Deno.readTextFile(`${made.folder}/.key`));
  deepEqual([Object.keys(ring.keys), ring.current], [[keyId], keyId]);
  for (const key of ["A", "B"]) equal(await made.look(key), `of ${key}`);
  await Deno.copyFile(`${made.outside}/before/.key`, `${made.folder}/.key`);
  await rejects(made.look("A"), refusal("vault_key_missing"));
});

Deno.test("a rotation of a vault with a damaged secret changes nothing, and says which", async () => {
  await using made = await filled();
  for (const key of ["A", "B"]) await made.keep(key, `of ${key}`);
  const path = await made.file("B");
  const sealed = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...sealed, iv: "AAAAAAAAAAAAAAAA" }));
  const before = await Deno.readTextFile(`${made.folder}/.key`);
  await rejects(rotateVault(made.repository, made.main), refusal("vault_damaged", /secret B/));
  equal(await Deno.readTextFile(`${made.folder}/.key`), before);
  equal(await made.look("A"), "of A");
  await using vault = await made.opened();
  await vault.delete!("B");
  equal((await rotateVault(made.repository, made.main)).secrets, 1);
});

Deno.test("a key file's neighbours stay as they are, but for what a killed process left", async () => {
  await using place = await localVault();
  const keyFile = `${place.outside}/yarn`;
  await using made = await filled({ key_file: keyFile });
  const neighbours = ["yarn.lock", "yarn.tmp", "other.1234abcd.tmp", "yarn.2.1234abcd.tmp"];
  for (const name of neighbours) await Deno.writeTextFile(`${place.outside}/${name}`, "mine");
  await Deno.writeTextFile(`${keyFile}.1234abcd.tmp`, "keys");
  await made.keep("A", "of A");
  await rotateVault(made.repository, made.main);
  for (const name of neighbours) {
    equal(await Deno.readTextFile(`${place.outside}/${name}`), "mine");
  }
  await rejects(Deno.lstat(`${keyFile}.1234abcd.tmp`), Deno.errors.NotFound);
});

Deno.test("a clone without secrets says that they stay where they were put", async () => {
  await using made = await filled();
  await rejects(
    made.look("A"),
    refusal("secret_not_found", /stay on the machine where they were put/),
  );
});

Deno.test("two copies of a repository share a key file, and a rotation in one keeps the other's secrets", async () => {
  await using place = await localVault();
  const keyFile = `${place.outside}/main.key`;
  await using made = await filled({ key_file: keyFile });
  await made.keep("A", "here");
  const root = `${made.outside}/copy`;
  copyFolder(made.repository.root, root);
  const copy = { ...made.repository, root, state: `${root}/.svc` };
  await rotateVault(made.repository, made.main);
  await using vault = await openVault(copy, made.main);
  equal(await vault.get("A"), "here");
  await vault.put("B", "there");
  await rotateVault(copy, made.main);
  equal(await made.look("A"), "here");
  equal(await vault.get("B"), "there");
});
