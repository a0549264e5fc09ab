import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { isSvcError, SvcError } from "@svc/core/error";
import { listFilesBelow } from "../../../base/files/read.ts";
import type { VaultProvider } from "../../vault_provider.ts";
import type { Repository } from "../../../repository/repository.ts";
import { copyFolder } from "../../../testing/copied.ts";
import { writeFiles } from "../../../testing/extension.ts";
import { FILE_TYPE, fileVault, openHere } from "../../../testing/file_vault.ts";
import { fillDiskAfter } from "../../../testing/full_disk.ts";
import { killedAnywhere } from "../../../testing/killed.ts";
import { refusal } from "../../../testing/refusal.ts";
import { localVault, type TestVault } from "../../../testing/vault.ts";
import { withoutSync } from "../../../testing/without_sync.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";
import { findVault, listVaults } from "../configuration/find.ts";
import { migrateVault } from "../migrate.ts";
import { openVault } from "../open.ts";

const SECRETS = { A: "of A", B: "of B\n", "a key": "" };
const LOCAL = { type: "local_encryption", config: {} };
const ELSEWHERE = { type: FILE_TYPE, config: { at: "elsewhere" } };

/** A local vault with secrets in a file that people have written in. */
async function filled(): Promise<TestVault> {
  const made = await localVault();
  await using vault = await openVault(made.repository, made.main);
  for (const [key, value] of Object.entries(SECRETS)) await vault.put(key, value);
  const path = fileOf(made, "local_encryption");
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `# ours\n${text}auditReads: true # all of them\n`);
  return made;
}

function fileOf({ repository, main }: TestVault, type: string): string {
  return `${repository.root}/vaults/${type}/${main.id}.yaml`;
}

/** What a vault holds at a place. */
async function holds(
  repository: Repository,
  configuration: VaultConfiguration,
): Promise<Record<string, string>> {
  await using vault = await openHere(repository)(configuration);
  const found: Record<string, string> = {};
  for (const key of await vault.list()) found[key] = await vault.get(key);
  return found;
}

Deno.test("a migration takes every secret along, keeps name, id and what people wrote, and leaves nothing behind", async () => {
  await using made = await filled();
  const { repository, main } = made;
  const told: string[] = [];
  const onCopied = (done: number, total: number) => void told.push(`${done}/${total}`);
  const request = { ...ELSEWHERE, onCopied };
  const would = await migrateVault(
    repository,
    "main",
    { ...request, dryRun: true },
    openHere(repository),
  );
  deepEqual(await findVault(repository, "main"), main);
  deepEqual(await listFilesBelow(`${repository.root}/elsewhere`), []);
  const result = await migrateVault(repository, "main", request, openHere(repository));
  deepEqual(result, {
    vaultName: "main",
    fromType: LOCAL.type,
    toType: FILE_TYPE,
    copied: Object.keys(SECRETS),
    replaced: [],
    unchanged: [],
    others: [],
    dryRun: false,
    kept: [],
  });
  deepEqual(would, { ...result, dryRun: true });
  deepEqual(told, ["0/3", "1/3", "2/3", "3/3"]);
  const moved = await findVault(repository, "main");
  deepEqual(moved, { ...main, ...ELSEWHERE });
  const text = await Deno.readTextFile(fileOf(made, FILE_TYPE));
  match(text, /^# ours\n[^]*auditReads: true # all of them\n$/);
  deepEqual(await holds(repository, moved), SECRETS);
  await rejects(Deno.lstat(made.folder), Deno.errors.NotFound);
  deepEqual(await listFilesBelow(`${repository.root}/vaults`), [`${FILE_TYPE}/${main.id}.yaml`]);
  deepEqual(await listFilesBelow(`${repository.state}/secrets`), []);

  const back = await migrateVault(repository, "main", LOCAL, openHere(repository));
  equal(back.copied.length, 3);
  deepEqual(await holds(repository, await findVault(repository, "main")), SECRETS);
  deepEqual(await listFilesBelow(`${repository.root}/elsewhere`), []);
});

const FAULTS: [
  what: string,
  code: string,
  fault: (vault: VaultProvider) => Partial<VaultProvider>,
][] = [
  ["loses a write", "vault_failed", (vault) => ({
    put: async (key, value) => key === "B" ? undefined : await vault.put(key, value),
  })],
  ["alters a write", "vault_failed", (vault) => ({
    put: (key, value) => vault.put(key, value.trimEnd()),
  })],
  ["gives another key's value", "vault_failed", (vault) => ({
    get: (key) => vault.get(key === "B" ? "A" : key),
  })],
  ["lists not all", "vault_failed", (vault) => ({
    list: async () => (await vault.list()).filter((key) => key !== "B"),
  })],
  ["remembers what it does not keep", "vault_failed", (vault) => {
    const kept = new Map<string, string>();
    return {
      put: (key, value) => Promise.resolve(void kept.set(key, value)),
      get: async (key) => kept.get(key) ?? await vault.get(key),
      list: () => Promise.resolve([...kept.keys()]),
    };
  }],
  ["fails in the middle", "vault_failed", (vault) => ({
    put: (key, value) =>
      key === "B" ? Promise.reject(new SvcError("vault_failed", "no")) : vault.put(key, value),
  })],
  ["does not answer", "timeout", () => ({
    list: () => Promise.reject(new SvcError("timeout", "no answer")),
  })],
];
for (const [what, code, fault] of FAULTS) {
  Deno.test(`a new place that ${what} is found before anything is deleted or switched`, async () => {
    await using made = await filled();
    const { repository, main } = made;
    let faulty = true;
    const open = async (configuration: VaultConfiguration) => {
      const vault = await openHere(repository)(configuration);
      return configuration.type === FILE_TYPE && faulty ? { ...vault, ...fault(vault) } : vault;
    };
    await rejects(migrateVault(repository, "main", ELSEWHERE, open), (error) => {
      ok(isSvcError(error) && error.code === code, String(error));
      equal(/of [AB]/.test(`${error.message}${error.hint}`), false);
      return true;
    });
    deepEqual(await findVault(repository, "main"), main);
    deepEqual(await holds(repository, main), SECRETS);
    // Whatever has reached the new place does not hinder the next one.
    faulty = false;
    equal((await migrateVault(repository, "main", ELSEWHERE, open)).vaultName, "main");
    deepEqual(await holds(repository, await findVault(repository, "main")), SECRETS);
  });
}

Deno.test("copies in a place that proved wrong are taken back", async () => {
  await using made = await filled();
  const { repository } = made;
  const open = async (configuration: VaultConfiguration) => {
    const vault = await openHere(repository)(configuration);
    if (configuration.type !== FILE_TYPE) return vault;
    return { ...vault, get: async (key: string) => `${await vault.get(key)}!` };
  };
  await rejects(
    migrateVault(repository, "main", ELSEWHERE, open),
    refusal("vault_failed", /gives another value/, /Nothing was deleted/),
  );
  deepEqual(await listFilesBelow(`${repository.root}/elsewhere`), []);
  deepEqual(await listFilesBelow(`${repository.state}/secrets/migrations`), []);
});

Deno.test("a place with other values for the same keys is refused, and they are replaced only by force", async () => {
  await using made = await filled();
  const { repository, main } = made;
  const there = fileVault(`${repository.root}/elsewhere`);
  for (const [key, value] of [["A", "theirs"], ["B", SECRETS.B], ["Z", "theirs too"]] as const) {
    await there.put(key, value);
  }
  await rejects(
    migrateVault(repository, "main", ELSEWHERE, openHere(repository)),
    refusal("conflict", /other values than 'main' for A; nothing was copied/, /--force/),
  );
  deepEqual(await findVault(repository, "main"), main);
  deepEqual([await there.get("A"), await there.list()], ["theirs", ["A", "B", "Z"]]);
  const forced = { ...ELSEWHERE, overwrite: true };
  const result = await migrateVault(repository, "main", forced, openHere(repository));
  deepEqual(
    [result.copied, result.replaced, result.unchanged, result.others],
    [["a key"], ["A"], ["B"], ["Z"]],
  );
  // Both may be one place, so what was in both stays in both.
  deepEqual(result.kept, [{ key: "B", why: "the new vault already had it" }]);
  deepEqual(await holds(repository, main), { B: SECRETS.B });
  const moved = await findVault(repository, "main");
  deepEqual(await holds(repository, moved), { ...SECRETS, Z: "theirs too" });
});

Deno.test("a move to the same place under another name deletes nothing, also by force", async () => {
  await using made = await filled();
  const { repository } = made;
  await migrateVault(repository, "main", ELSEWHERE, openHere(repository));
  const alias = { type: FILE_TYPE, config: { at: "./elsewhere" }, overwrite: true };
  const { unchanged, kept } = await migrateVault(repository, "main", alias, openHere(repository));
  deepEqual([unchanged, kept.map(({ key }) => key)], [Object.keys(SECRETS), Object.keys(SECRETS)]);
  deepEqual(await holds(repository, await findVault(repository, "main")), SECRETS);
});

Deno.test("a cancelled migration leaves the vault in use as before, and goes on later", async () => {
  await using made = await filled();
  const { repository, main } = made;
  const stop = new AbortController();
  const onCopied = (done: number) => done === 1 && stop.abort();
  await rejects(
    migrateVault(
      repository,
      "main",
      { ...ELSEWHERE, onCopied: (done) => void onCopied(done), signal: stop.signal },
      openHere(repository),
    ),
    refusal("cancelled", /used as before/),
  );
  deepEqual(await findVault(repository, "main"), main);
  deepEqual(await holds(repository, main), SECRETS);
  const { copied, kept } = await migrateVault(repository, "main", ELSEWHERE, openHere(repository));
  deepEqual([copied, kept], [Object.keys(SECRETS), []]);
});

Deno.test("a secret that is deleted while a migration is broken off does not come back with it", async () => {
  for (const deletes of [true, false]) {
    await using made = await filled();
    const { repository, main } = made;
    const there = fileVault(`${repository.root}/elsewhere`);
    for (const key of ["A", "Z"]) await there.put(key, "theirs");
    let opened = 0;
    const open = async (configuration: VaultConfiguration) => {
      const { delete: remove, ...vault } = await openHere(repository)(configuration);
      if (configuration.type !== FILE_TYPE) return { ...vault, delete: remove! };
      // Twice, after all was copied and before it is read back.
      if ([3, 5].includes(++opened)) throw new SvcError("timeout", "gone");
      return deletes ? { ...vault, delete: remove! } : vault;
    };
    const move = () => migrateVault(repository, "main", { ...ELSEWHERE, overwrite: true }, open);
    await using vault = await openVault(repository, main);
    await rejects(move(), refusal("timeout"));
    await vault.put("late", "of late");
    await rejects(move(), refusal("timeout"));
    for (const key of ["A", "B", "late"]) await vault.delete!(key);

    const { copied, replaced, others } = await move();
    deepEqual([copied, replaced], [["a key"], []]);
    // What cannot be deleted there is told.
    deepEqual(others, deletes ? ["Z"] : ["A", "B", "Z", "late"]);
    deepEqual(await there.list(), [...others, "a key"].sort());
  }
});

Deno.test("where a vault is already, and where a local one cannot go, is refused", async () => {
  await using made = await filled();
  const { repository } = made;
  const move = (to: { type: string; config: Record<string, unknown> }) =>
    migrateVault(repository, "main", to, openHere(repository));
  await rejects(move(LOCAL), refusal("conflict", /is already of type .*, with this configuration/));
  const keyFile = { ...LOCAL, config: { key_file: "/elsewhere/key" } };
  await rejects(move(keyFile), refusal("conflict", /svc vault rotate main/));
  await rejects(move({ type: "a\\b", config: {} }), refusal("invalid_argument"));
  await migrateVault(repository, "main", ELSEWHERE, openHere(repository));
  const sshKey = { ...LOCAL, config: { ssh_key_path: "~/.ssh/id" } };
  await rejects(move(sshKey), refusal("invalid_argument", /does not accept/));
});

Deno.test("what the old place cannot delete, or has in another form by then, stays there and is told", async () => {
  await using made = await filled();
  const { repository } = made;
  await migrateVault(repository, "main", ELSEWHERE, openHere(repository));
  const next = { type: FILE_TYPE, config: { at: "next" } };
  const old = fileVault(`${repository.root}/elsewhere`);
  let opened = 0;
  const open = async (configuration: VaultConfiguration) => {
    const vault = await openHere(repository)(configuration);
    if (configuration.config["at"] !== "elsewhere") return vault;
    // Somebody changes a secret there, past svc, after all were compared.
    if (++opened === 3) await old.put("A", "newer");
    return vault;
  };
  const { kept } = await migrateVault(repository, "main", next, open);
  deepEqual(kept.map(({ key }) => key), ["A"]);
  equal(await old.get("A"), "newer");
  const undeletable = async (configuration: VaultConfiguration) => {
    const { delete: _, ...vault } = await openHere(repository)(configuration);
    return vault;
  };
  const more = await migrateVault(
    repository,
    "main",
    { type: FILE_TYPE, config: { at: "third" } },
    undeletable,
  );
  deepEqual(more.kept.map(({ key }) => key), ["A", "B", "a key"]);
  equal((await listFilesBelow(`${repository.root}/next`)).length, 3);
});

Deno.test("a put waits for a migration, and one that was opened before is told to start again", async () => {
  await using made = await filled();
  const { repository, main } = made;
  await using vault = await openVault(repository, main);
  let late: Promise<void> | undefined;
  const open = async (configuration: VaultConfiguration) => {
    late ??= vault.put("A", "late");
    late.catch(() => {});
    return await openHere(repository)(configuration);
  };
  await migrateVault(repository, "main", ELSEWHERE, open);
  await rejects(late!, refusal("conflict", /was changed meanwhile/));
  deepEqual(await holds(repository, await findVault(repository, "main")), SECRETS);
});

Deno.test("a new place that stops answering after the switch loses nothing, and the rest is done later", async () => {
  await using made = await filled();
  const { repository, main } = made;
  let opened = 0;
  const open = async (configuration: VaultConfiguration) => {
    if (configuration.type === FILE_TYPE && ++opened === 4) throw new SvcError("timeout", "gone");
    return await openHere(repository)(configuration);
  };
  await rejects(migrateVault(repository, "main", ELSEWHERE, open), refusal("timeout"));
  const moved = await findVault(repository, "main");
  equal(moved.type, FILE_TYPE);
  deepEqual([await holds(repository, moved), await holds(repository, main)], [SECRETS, SECRETS]);
  // Another move completes this one first.
  await migrateVault(repository, "main", { type: FILE_TYPE, config: { at: "next" } }, open);
  deepEqual(await holds(repository, await findVault(repository, "main")), SECRETS);
  deepEqual([await holds(repository, moved), await holds(repository, main)], [{}, {}]);
});

Deno.test("another place than the one begun is refused, with how to give it up", async () => {
  await using made = await filled();
  const { repository, main } = made;
  const failing = async (configuration: VaultConfiguration) => {
    const vault = await openHere(repository)(configuration);
    const put = () => Promise.reject(new SvcError("timeout", "no answer"));
    return configuration.type === FILE_TYPE ? { ...vault, put } : vault;
  };
  await rejects(migrateVault(repository, "main", ELSEWHERE, failing), refusal("timeout"));
  const other = { type: FILE_TYPE, config: { at: "other" } };
  const journal = `${repository.state}/secrets/migrations/${main.id}.json`;
  await rejects(
    migrateVault(repository, "main", other, openHere(repository)),
    refusal("conflict", /was started and is not complete/, new RegExp(journal)),
  );
  await Deno.remove(journal);
  equal((await migrateVault(repository, "main", other, openHere(repository))).vaultName, "main");
  await Deno.writeTextFile(journal, "{");
  await rejects(migrateVault(repository, "main", LOCAL, openHere(repository)), refusal("conflict"));
});

Deno.test("a migration that an earlier release was killed over is completed, before the switch and after", async () => {
  // As that release had written it.
  const journal = `{
  "from": {
    "type": "local_encryption",
    "config": {}
  },
  "to": {
    "type": "@acme/keeper",
    "config": {
      "at": "elsewhere"
    }
  },
  "plan": {
    "copied": [
      "A",
      "B",
      "a key"
    ],
    "replaced": [],
    "unchanged": [],
    "others": []
  }
}
`;
  for (const switched of [false, true]) {
    await using made = await filled();
    const { repository, main } = made;
    const target = await openHere(repository)({ ...main, ...ELSEWHERE });
    for (const [key, value] of Object.entries(SECRETS)) {
      if (switched || key === "A") await target.put(key, value);
    }
    if (switched) {
      const path = fileOf(made, LOCAL.type);
      const text = await Deno.readTextFile(path);
      const moved = text.replace("type: local_encryption", `type: "${FILE_TYPE}"`)
        .replace("config: {}", "config: { at: elsewhere }");
      await Deno.writeTextFile(path, moved);
    }
    await writeFiles(`${repository.state}/secrets/migrations`, { [`${main.id}.json`]: journal });
    const { kept } = await migrateVault(repository, "main", ELSEWHERE, openHere(repository));
    deepEqual(kept, []);
    deepEqual(await holds(repository, await findVault(repository, "main")), SECRETS);
    deepEqual(await holds(repository, main), {});
    deepEqual([...Deno.readDirSync(`${repository.state}/secrets/migrations`)], []);
  }
});

const MOVES = [
  { name: "to another place", from: LOCAL, to: ELSEWHERE },
  { name: "to this machine", from: ELSEWHERE, to: LOCAL },
];
for (const { name, from, to } of MOVES) {
  Deno.test(`a migration ${name}, killed before any change of the disk, loses nothing and can be completed`, async () => {
    await using made = await filled();
    const { repository } = made;
    const { root } = repository;
    if (from !== LOCAL) await migrateVault(repository, "main", from, openHere(repository));
    const killed = await killedAnywhere(root, {
      module: `${import.meta.dirname}/../../../testing/killed_vault.ts`,
      ...{ call: "migrate", args: [root, to] },
    });
    ok(killed.count > 25, `${killed.count} changes`);

    const types = new Set<string>();
    await killed.each(async (number) => {
      const now = (await listVaults(repository))[0]!;
      types.add(now.type);
      deepEqual(await holds(repository, now), SECRETS);
      // What is put before it is completed counts.
      const later = number % 2 === 0 ? { ...SECRETS, B: "later", C: "new" } : SECRETS;
      await using vault = await openHere(repository)(now);
      for (const [key, value] of Object.entries(later)) await vault.put(key, value);
      // It may have ended just then.
      const done = now.type === to.type &&
        !await exists(`${repository.state}/secrets/migrations/${now.id}.json`);
      if (!done) await migrateVault(repository, "main", to, openHere(repository));
      const moved = await findVault(repository, "main");
      equal(moved.type, to.type);
      deepEqual(await holds(repository, moved), later);
      const left = await holds(repository, { ...moved, ...from });
      // Only a value that was replaced in the new place stays in the old.
      for (const [key, value] of Object.entries(left)) {
        deepEqual([key, value, number % 2], ["B", SECRETS.B, 0]);
      }
      const files = await listFilesBelow(root);
      deepEqual(files.filter((file) => /tmp$|migrations\//.test(file)), []);
      deepEqual(files.filter((file) => /^vaults\//.test(file)).length, 1);
    });
    deepEqual(types, new Set([from.type, to.type]));
  });

  Deno.test(`a migration ${name}, on a disk that gets full at any moment, loses nothing`, async () => {
    await using made = await filled();
    using _sync = withoutSync();
    const { repository, outside } = made;
    if (from !== LOCAL) await migrateVault(repository, "main", from, openHere(repository));
    copyFolder(repository.root, `${outside}/start`);
    for (let number = 0, refusals = 0;; number++) {
      copyFolder(`${outside}/start`, repository.root);
      let wasFull: boolean;
      {
        using disk = fillDiskAfter(number, repository.root);
        await migrateVault(repository, "main", to, openHere(repository)).catch((error) => {
          if (!isSvcError(error) || error.code !== "disk_full") throw error;
          refusals++;
        });
        const now = await findVault(repository, "main");
        deepEqual(await holds(repository, now), SECRETS, `full after ${number}`);
        ({ wasFull } = disk);
      }
      if (wasFull) continue;
      ok(refusals > 10, `${refusals} refused`);
      break;
    }
  });
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
