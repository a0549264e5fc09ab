import { deepEqual, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { hostileText } from "@svc/fakes/text";
import { SvcError } from "@svc/core/error";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { createVault } from "./create.ts";
import { defaultVault } from "./default.ts";
import { findVault, listVaults } from "./configuration/find.ts";
import { openVault } from "./open.ts";
import { secretReader } from "./reader.ts";

const ID = "5b0f8f3e-98a5-4b43-a0a0-1b2c3d4e5f60";

async function fresh(files: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  await initRepository(folder.path);
  await writeFiles(folder.path, files);
  const repository: Repository = repositoryAt(folder.path);
  return { repository, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const text = (name: string, more = "") =>
  `id: ${ID}\nname: ${name}\ntype: local_encryption\nconfig: {}\n${more}`;

Deno.test("a vault that was created is found, listed and kept in a file below its type", async () => {
  await using made = await fresh();
  const { repository } = made;
  const main = await createVault(repository, { type: "local_encryption", name: "main" });
  const other = await createVault(repository, {
    type: "@Acme/Keeper",
    name: "other",
    config: { address: "https://vault.example" },
  });
  deepEqual(await listVaults(repository), [main, other]);
  deepEqual(await findVault(repository, "other"), other);
  deepEqual([other.type, other.config], ["@acme/keeper", { address: "https://vault.example" }]);
  for (const { type, id } of [main, other]) {
    await Deno.lstat(`${repository.root}/vaults/${type}/${id}.yaml`);
  }
  await rejects(
    createVault(repository, { type: "local_encryption", name: "main" }),
    refusal("already_exists", /local_encryption/),
  );
});

Deno.test("a vault that is not there is answered with those there are", async () => {
  await using made = await fresh();
  const { repository } = made;
  await rejects(findVault(repository, "main"), refusal("vault_not_found", /svc vault create/));
  await createVault(repository, { type: "local_encryption", name: "main" });
  await rejects(
    findVault(repository, "mian"),
    refusal("vault_not_found", /Did you mean 'main'.*There are: main/),
  );
});

for (const name of ["", "Main", "1a", "-a", "_a", "a/b", "../a", "a b", "a\n", "x".repeat(65)]) {
  Deno.test(`${JSON.stringify(name)} cannot name a vault, new or in a file`, async () => {
    await using made = await fresh({ "vaults/x.yaml": text(JSON.stringify(name)) });
    const { repository } = made;
    await rejects(listVaults(repository), refusal("validation_failed", /vaults\/x\.yaml.*name/));
    await Deno.remove(`${repository.root}/vaults/x.yaml`);
    await rejects(
      createVault(repository, { type: "local_encryption", name }),
      refusal("invalid_name"),
    );
  });
}

const BROKEN: [what: string, text: string, problem: RegExp][] = [
  ["no YAML", "a: [", /line 1|line 2/],
  ["a list", "- a", /must be a YAML mapping/],
  ["an id with a path", text("main").replace(ID, "../../x"), /id must be a UUID/],
  [
    "a type with a path",
    text("main").replace("local_encryption", "a\\\\b"),
    /not a type of a vault/,
  ],
  ["a config that is a text", text("main").replace("{}", "secret"), /config must be a mapping/],
  ["a name given twice", `${text("main")}name: other\n`, /name appears twice/],
  [
    "aliases that grow",
    `${Array.from({ length: 300 }, (_, at) => `k${at}: &a${at} [x]`).join("\n")}\n${text("main")}`,
    /names more than 200/,
  ],
  ["a huge text", text("main", `more: ${"x".repeat(300_000)}\n`), /at most/],
  ["nesting without end", `${text("main")}more: ${"[".repeat(20_000)}`, /nested|line/],
];
for (const [what, broken, problem] of BROKEN) {
  Deno.test(`a configuration with ${what} is refused with its place, others are still found`, async () => {
    await using made = await fresh({ "vaults/a/broken.yaml": broken });
    const { repository } = made;
    await rejects(
      listVaults(repository),
      refusal("validation_failed", /vaults\/a\/broken/, problem),
    );
    await rejects(findVault(repository, "main"), refusal("validation_failed", problem));
    await writeFiles(repository.root, {
      "vaults/b.yaml": text("fine").replace(ID, crypto.randomUUID()),
    });
    equal((await findVault(repository, "fine")).name, "fine");
  });
}

Deno.test("two files with one name or one id are refused with both", async () => {
  await using made = await fresh({
    "vaults/a.yaml": text("main"),
    "vaults/b.yaml": text("main").replace(ID, crypto.randomUUID()),
    "vaults/c.yaml": text("other").replace(ID, ID.toUpperCase()),
  });
  const { repository } = made;
  await rejects(findVault(repository, "main"), refusal("conflict", /a\.yaml.*[bc]\.yaml/));
  await rejects(findVault(repository, "other"), refusal("conflict", /the id/));
  await rejects(listVaults(repository), refusal("conflict"));
});

Deno.test("links in the place of vaults and their files are not followed", async () => {
  await using made = await fresh({ "elsewhere/local_encryption/a.yaml": text("main") });
  const { repository } = made;
  const { root } = repository;
  await Deno.symlink(`${root}/elsewhere/local_encryption/a.yaml`, `${root}/vaults/a.yaml`);
  await Deno.symlink(`${root}/elsewhere`, `${root}/vaults/elsewhere`);
  deepEqual(await listVaults(repository), []);
  await Deno.symlink(`${root}/elsewhere/local_encryption`, `${root}/vaults/local_encryption`);
  const request = { type: "local_encryption", name: "main" };
  await rejects(createVault(repository, request), refusal("conflict", /symbolic link/));
  await Deno.remove(`${root}/vaults`, { recursive: true });
  await Deno.symlink(`${root}/elsewhere`, `${root}/vaults`);
  await rejects(listVaults(repository), refusal("conflict", /symbolic link/));
  await rejects(createVault(repository, request), refusal("conflict", /symbolic link/));
});

Deno.test("of two vaults created with one name at once, one is refused", async () => {
  await using made = await fresh();
  const { repository } = made;
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 4 },
      () => createVault(repository, { type: "local_encryption", name: "main" }),
    ),
  );
  equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  equal((await listVaults(repository)).length, 1);
});

Deno.test("the default is the vault wanted, else the marker's, else the oldest", async () => {
  await using made = await fresh();
  const { repository } = made;
  await rejects(defaultVault(repository), refusal("vault_required", /svc vault create/));
  const { createdAt } = await createVault(repository, { type: "local_encryption", name: "zebra" });
  // Of two that are as old as each other the first by name is taken.
  while (new Date().toISOString() === createdAt);
  await createVault(repository, { type: "local_encryption", name: "ant" });
  equal((await defaultVault(repository)).name, "zebra");
  const marker = `${repository.root}/.svc.yaml`;
  const before = await Deno.readTextFile(marker);
  await Deno.writeTextFile(marker, `${before}defaultVault: ant\n`);
  equal((await defaultVault(repository)).name, "ant");
  equal((await defaultVault(repository, "zebra")).name, "zebra");
  await rejects(defaultVault(repository, "gone"), refusal("vault_not_found"));
  await Deno.writeTextFile(marker, `${before}defaultVault: gone\n`);
  await rejects(defaultVault(repository), refusal("vault_not_found", /gone/));
  await Deno.writeTextFile(marker, `${before}defaultVault: [ant]\n`);
  await rejects(defaultVault(repository), refusal("validation_failed", /defaultVault/));
});

Deno.test("a reader asks each vault once for a key, and sees what it wrote", async () => {
  await using made = await fresh();
  const { repository } = made;
  const main = await createVault(repository, { type: "local_encryption", name: "main" });
  await using vault = await openVault(repository, main);
  await vault.put("A", "one");
  await using reader = secretReader(repository);
  await rejects(reader.get("main", "B"), refusal("secret_not_found"));
  deepEqual(await Promise.all([reader.get("main", "A"), reader.get("main", "A")]), ["one", "one"]);
  await vault.put("A", "two");
  await vault.put("B", "now there");
  equal(await reader.get("main", "A"), "one");
  equal(await reader.get("main", "B"), "now there");
  await reader.put("main", "A", "three");
  equal(await reader.get("main", "A"), "three");
  equal(await vault.get("A"), "three");
  await rejects(reader.get("other", "A"), refusal("vault_not_found"));
  await rejects(reader.get("main", "C"), refusal("secret_not_found"));
});

Deno.test("any text is a key that is kept as it is, or refused before the vault sees it", async () => {
  await using made = await fresh();
  const { repository } = made;
  await using vault = await openVault(
    repository,
    await createVault(repository, { type: "local_encryption", name: "main" }),
  );
  const kept = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(
      hostileText,
      fc.string({ unit: "grapheme", maxLength: 30 }),
      async (key, value) => {
        try {
          await vault.put(key, value);
        } catch (error) {
          equal((error as SvcError).code, "invalid_name");
          return;
        }
        kept.set(key, value);
        equal(await vault.get(key), value);
      },
    ),
    { numRuns: 60 },
  );
  deepEqual(await vault.list(), [...kept.keys()].sort());
  for (const [key, value] of kept) equal(await vault.get(key), value);
});

Deno.test("a value that is too long or holds half of a character is refused without it", async () => {
  await using made = await fresh();
  const { repository } = made;
  await using vault = await openVault(
    repository,
    await createVault(repository, { type: "local_encryption", name: "main" }),
  );
  for (const value of ["é".repeat(32_769), "x".repeat(65_537), "hush\ud800"]) {
    await rejects(vault.put("A", value), (error) => {
      refusal("invalid_argument", /The value of A/)(error);
      equal(JSON.stringify(error).includes(value.slice(0, 4)), false);
      return true;
    });
  }
  const largest = "é".repeat(32_768);
  await vault.put("A", largest);
  equal(await vault.get("A"), largest);
  await vault.put("A", "");
  equal(await vault.get("A"), "");
});
