import { deepEqual, equal, rejects } from "node:assert/strict";
import { earlierKey, earlierSecret } from "../../../testing/earlier_vault.ts";
import { writeFiles } from "../../../testing/extension.ts";
import { refusal } from "../../../testing/refusal.ts";
import { localVault } from "../../../testing/vault.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";
import { openVault } from "../open.ts";
import { rotateVault } from "../rotate.ts";

/** A vault as an earlier tool left it. */
async function earlier(config: Record<string, unknown>, files: Record<string, string>) {
  const made = await localVault();
  const { repository } = made;
  const path = `${repository.root}/vaults/local_encryption/${made.main.id}.yaml`;
  const main: VaultConfiguration = { ...made.main, config };
  await Deno.writeTextFile(path, JSON.stringify(main));
  await writeFiles(made.folder, files);
  await Deno.chmod(made.folder, 0o700);
  for (const name of Object.keys(files)) {
    if (!name.includes("/")) await Deno.chmod(`${made.folder}/${name}`, 0o600);
  }
  const look = async (key: string) => {
    await using vault = await openVault(repository, main);
    return await vault.get(key);
  };
  const names = () => [...Deno.readDirSync(made.folder)].map(({ name }) => name).sort();
  return { ...made, main, look, names };
}

Deno.test("secrets from before version 3 are read with their key file, and rewritten by a rotation", async () => {
  const key = earlierKey();
  await using made = await earlier({ auto_generate: true, base_dir: "/elsewhere" }, {
    ".key": `${key}\n`,
    "A.enc": earlierSecret("of A", key),
    "B.enc": earlierSecret("of B\n", key),
  });
  equal(await made.look("A"), "of A");
  await using vault = await openVault(made.repository, made.main);
  deepEqual(await vault.list(), ["A", "B"]);
  await rejects(vault.get("C"), refusal("secret_not_found"));
  // A new one stands beside them, and a put replaces an old one.
  await vault.put("C", "of C");
  await vault.put("B", "new");
  deepEqual(await vault.list(), ["A", "B", "C"]);
  equal(made.names().filter((name) => name.endsWith(".enc")).join(), "A.enc");
  equal((await rotateVault(made.repository, made.main)).secrets, 3);
  deepEqual(made.names().filter((name) => name.endsWith(".enc")), []);
  equal((await Deno.readTextFile(`${made.folder}/.key`)).includes(key), false);
  for (const [one, value] of [["A", "of A"], ["B", "new"], ["C", "of C"]] as const) {
    equal(await made.look(one), value);
  }
  await vault.delete!("A");
  await rejects(made.look("A"), refusal("secret_not_found"));
});

Deno.test("annotations of an earlier tool keep the passphrase that opens them", async () => {
  const key = earlierKey();
  await using made = await earlier({}, {
    ".key": key,
    "A.enc": earlierSecret("of A", key),
    ".annotations/A.enc": earlierSecret("{}", key),
  });
  await rotateVault(made.repository, made.main);
  equal(JSON.parse(await Deno.readTextFile(`${made.folder}/.key`)).passphrase, key);
  equal(await made.look("A"), "of A");
  await using vault = await openVault(made.repository, made.main);
  deepEqual(await vault.list(), ["A"]);
});

Deno.test("an earlier secret that was changed, or made with another key, is damaged", async () => {
  const key = earlierKey();
  await using made = await earlier({}, {
    ".key": key,
    "A.enc": earlierSecret("of A", key).replace(/"data": "./, '"data": "!'),
    "B.enc": earlierSecret("of B", earlierKey()),
    "C.enc": "{}",
  });
  for (const one of ["A", "B", "C"]) {
    await rejects(made.look(one), refusal("vault_damaged", new RegExp(`secret ${one}`)));
  }
  await rejects(rotateVault(made.repository, made.main), refusal("vault_damaged"));
  equal(await Deno.readTextFile(`${made.folder}/.key`), key);
});

Deno.test("a name in other letters does not find an earlier secret", async () => {
  const key = earlierKey();
  await using made = await earlier({}, { ".key": key, "Token.enc": earlierSecret("x", key) });
  await using vault = await openVault(made.repository, made.main);
  await rejects(vault.get("TOKEN"), refusal("secret_not_found"));
  await vault.put("TOKEN", "other");
  deepEqual(await vault.list(), ["TOKEN", "Token"]);
  await vault.delete!("TOKEN");
  equal(await vault.get("Token"), "x");
});

const BODY = crypto.getRandomValues(new Uint8Array(400));
const BASE64 = BODY.toBase64().replaceAll(/(.{70})/g, "$1\n");
const PRIVATE =
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${BASE64}\n-----END OPENSSH PRIVATE KEY-----\n`;
for (
  const [what, material] of [
    ["the bytes of its body", BODY],
    ["the text of its body", BODY.toBase64()],
  ] as const
) {
  Deno.test(`secrets made with an SSH key, by ${what}, are read, and a rotation frees them of it`, async () => {
    await using place = await localVault();
    const path = `${place.outside}/id_rsa`;
    await Deno.writeTextFile(path, PRIVATE, { mode: 0o600 });
    await using made = await earlier({ ssh_key_path: path }, {
      "A.enc": earlierSecret("of A", material),
    });
    equal(await made.look("A"), "of A");
    await using vault = await openVault(made.repository, made.main);
    await vault.put("B", "of B");
    equal(await vault.get("A"), "of A");
    equal((await rotateVault(made.repository, made.main)).secrets, 2);
    await Deno.remove(path);
    equal(await made.look("A"), "of A");
    equal(await made.look("B"), "of B");
  });
}

Deno.test("an SSH key that is gone, open to others or locked is said, and no new key hides it", async () => {
  await using place = await localVault();
  const path = `${place.outside}/id_rsa`;
  await using made = await earlier({ ssh_key_path: path }, { "A.enc": earlierSecret("x", BODY) });
  const refused = async (...texts: RegExp[]) => {
    await using vault = await openVault(made.repository, made.main);
    for (const work of [() => vault.get("A"), () => vault.put("B", "x")]) {
      await rejects(work(), refusal("vault_key_missing", ...texts));
    }
    deepEqual(made.names(), ["A.enc"]);
  };
  await refused(/is missing/);
  await Deno.writeTextFile(path, PRIVATE, { mode: 0o644 });
  await refused(/Others can read/);
  const locked = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n";
  await Deno.writeTextFile(
    path,
    `-----BEGIN RSA PRIVATE KEY-----\n${locked}${BASE64}\n-----END RSA PRIVATE KEY-----\n`,
  );
  await Deno.chmod(path, 0o600);
  await refused(/without a passphrase/);
});
