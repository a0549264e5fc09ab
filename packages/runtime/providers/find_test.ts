import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { listConsents } from "../consent/store.ts";
import { installExtension, removeExtensions } from "../consent/installed/mod.ts";
import { readProviderRecord } from "../consent/installed/records.ts";
import { providerKey, recordFile } from "../consent/installed/record_keys.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { GREET, modelText, temporaryFolder } from "../testing/extension.ts";
import {
  datastoreText,
  providerManifest,
  providerRepository,
  vaultText,
} from "../testing/providing.ts";
import { refusal } from "../testing/refusal.ts";
import { verifiedExtension } from "../testing/verified.ts";
import { resolveType } from "../consent/types/resolve.ts";
import { describeProviderType, listProviderTypes } from "./find.ts";
import { openVaultProvider } from "./vault.ts";

const TYPE = "@acme/keeper";
const VAULT = { id: "0", name: "team", type: TYPE, config: {} };

const KEEPER = vaultText({
  members: `configSchema: _schema({ address: { type: "string", description: "Where it is" } }),`,
  body: `return { getName: () => name, get: () => "of " + name, put() {}, list: () => ["A"] };`,
});

const FILES = { "keeper.ts": KEEPER, "depot.ts": datastoreText({ body: "return {};" }) };
const MODULES = "vaults:\n  - keeper.ts\ndatastores:\n  - depot.ts\n";

/** A repository that pulled the greeter with a vault and a datastore, also as a stranger sees it. */
async function pulled(): Promise<AsyncDisposable & { repository: Repository; other: Repository }> {
  const stack = new AsyncDisposableStack();
  const [folder, config, stranger] = [
    stack.use(await temporaryFolder()),
    stack.use(await temporaryFolder()),
    stack.use(await temporaryFolder()),
  ];
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  await install(repository);
  return {
    repository,
    other: repositoryAt(folder.path, stranger.path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function install(repository: Repository) {
  const extension = await verifiedExtension(modelText(GREET), { manifest: MODULES, files: FILES });
  return await installExtension(repository, extension, {
    decide: ({ asked }) => Promise.resolve(asPermissions(asked)),
  });
}

async function valueIn(repository: Repository): Promise<string> {
  await using vault = await openVaultProvider(repository, VAULT);
  return await vault.get("A");
}

Deno.test("a pulled vault is described, listed and opened, in any spelling of its type", async () => {
  await using here = await pulled();
  const { repository } = here;
  equal(await valueIn(repository), "of team");
  const expected = {
    type: TYPE,
    name: "Keeper",
    description: "Keeps secrets of tests",
    origin: "pulled",
    extension: "@acme/greeter",
    version: "2026.01.02.3",
  };
  const { configSchema, ...about } = await describeProviderType(
    repository,
    "vault",
    "@Acme/Keeper",
  );
  deepEqual(about, expected);
  ok(JSON.stringify(configSchema).includes("Where it is"));
  const { results } = await listProviderTypes(repository, "vault", "KEEPS");
  deepEqual(results.map(({ type }) => type), [TYPE]);
  deepEqual((await listProviderTypes(repository, "vault", "nothing like it")).results, []);
  deepEqual(
    (await listProviderTypes(repository, "datastore")).results.map(({ type }) => type),
    ["@acme/depot"],
  );
});

Deno.test("an unknown type names those there are, and how to search and pull", async () => {
  await using here = await pulled();
  const { repository } = here;
  await rejects(
    describeProviderType(repository, "vault", "@acme/depot"),
    refusal("unknown_type", /no vault type '@acme\/depot'/, /There are: @acme\/keeper/),
  );
  await rejects(
    describeProviderType(repository, "datastore", "@other/big-store"),
    refusal(
      "unknown_type",
      /svc extension search big-store/,
      /svc extension search big-store/,
    ),
  );
});

Deno.test("a vault that came with a repository does not run for a person who never agreed", async () => {
  await using here = await pulled();
  await rejects(valueIn(here.other), refusal("consent_required", /svc extension install/));
});

Deno.test("a vault whose bundle or record was changed does not run", async () => {
  await using here = await pulled();
  const { repository } = here;
  const record = (await readProviderRecord(repository, "vault", TYPE))!;
  const bundle = `${repository.state}/${record.folder}/${record.bundle}`;
  const code = await Deno.readTextFile(bundle);
  await Deno.writeTextFile(bundle, code.replace('"of "', '"stolen by "'));
  await rejects(valueIn(repository), refusal("consent_mismatch", /bundle of vault:@acme\/keeper/));
  await Deno.writeTextFile(bundle, code);
  equal(await valueIn(repository), "of team");
  const file = recordFile(repository, providerKey("vault", TYPE));
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, text.replace('"permissions":{}', '"permissions":{"net":["*"]}'));
  await rejects(valueIn(repository), refusal("consent_mismatch", /record of vault:@acme\/keeper/));
});

Deno.test("a record stands for its own kind and type only", async () => {
  await using here = await pulled();
  const { repository } = here;
  const text = await Deno.readTextFile(recordFile(repository, providerKey("vault", TYPE)));
  const places = [
    "vault:@acme/other",
    "datastore:@acme/keeper",
    "@acme/keeper",
    "report:@acme/keeper",
  ];
  for (const key of places) await Deno.writeTextFile(recordFile(repository, key), text);
  for (
    const broken of ['{"kind":"vault","provider":7}', "{", "[]", '{"kind":"other","provider":{}}']
  ) {
    await Deno.writeTextFile(recordFile(repository, "vault:@acme/broken"), broken);
    equal(await readProviderRecord(repository, "vault", "@acme/broken"), undefined, broken);
  }
  equal(await readProviderRecord(repository, "vault", "@acme/other"), undefined);
  equal(await readProviderRecord(repository, "datastore", TYPE), undefined);
  deepEqual(
    (await listProviderTypes(repository, "vault")).results.map(({ type }) => type),
    [TYPE],
  );
});

Deno.test("what an earlier svc pulled is named, and made whole by an install without a question", async () => {
  await using here = await pulled();
  const { repository } = here;
  // As an earlier svc left it: neither a record nor a consent that knows of the vault.
  const key = providerKey("vault", TYPE);
  await Deno.remove(recordFile(repository, key));
  for await (const path of filesBelow(repository.config!)) {
    const text = await Deno.readTextFile(path);
    if (!text.includes(`"${key}"`)) continue;
    const consent = JSON.parse(text);
    delete consent.content.types[key];
    await Deno.writeTextFile(path, JSON.stringify(consent));
  }
  await rejects(
    valueIn(repository),
    refusal("unknown_type", /an earlier svc pulled @acme\/greeter/, /svc extension install/),
  );
  equal((await install(repository)).alreadyInstalled, false);
  equal(await valueIn(repository), "of team");
  equal((await install(repository)).alreadyInstalled, true);
  equal((await listConsents(repository, "@acme/greeter")).length, 1);
});

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* filesBelow(path);
    else if (entry.isFile) yield path;
  }
}

Deno.test("a removed extension takes its vaults along, and a taken type refuses the next", async () => {
  await using here = await pulled();
  const { repository } = here;
  const same = await verifiedExtension(modelText(GREET).replace("@acme/greeter", "@acme/other"), {
    manifest: MODULES,
    files: FILES,
  });
  const other = { ...same, manifest: { ...same.manifest, name: "@acme/other" } };
  await rejects(
    installExtension(repository, other),
    refusal("conflict", /@acme\/keeper is a type of vault of @acme\/greeter/),
  );
  await removeExtensions(repository, ["@acme/greeter"]);
  await rejects(valueIn(repository), refusal("unknown_type", /svc extension search keeper/));
});

Deno.test("own sources come first, with a manifest or without, and a broken one is told", async () => {
  await using loose = await providerRepository({ "vaults/keeper.ts": KEEPER });
  equal((await describeProviderType(loose.repository, "vault", TYPE)).origin, "local");
  equal(await valueIn(loose.repository), "of team");
  await using owned = await providerRepository({
    "provider/manifest.yaml": providerManifest("vaults:\n  - keeper.ts\n"),
    "provider/keeper.ts": KEEPER,
    "datastores/broken.ts": "export const datastore = { type: 7 };",
  });
  const { repository } = owned;
  equal((await describeProviderType(repository, "vault", TYPE)).extension, "@acme/provider");
  equal(await valueIn(repository), "of team");
  await rejects(
    describeProviderType(repository, "datastore", "@acme/broken"),
    refusal("unknown_type", /could not be loaded/, /datastores\/broken\.ts/),
  );
});

Deno.test("in a new clone, a type of an extension that the lockfile names is restored by an install", async () => {
  await using one = await pulled();
  const { repository } = one;
  await rejects(
    resolveType(repository, "@acme/nothing-like-it"),
    (error: { hint?: string }) => !/not here yet/.test(error.hint ?? ""),
  );
  await Deno.remove(`${repository.root}/.svc`, { recursive: true });
  for (
    const asked of [
      () => describeProviderType(repository, "vault", TYPE),
      () => resolveType(repository, "@acme/greeter"),
    ]
  ) {
    await rejects(
      asked(),
      refusal(
        "unknown_type",
        /\n@acme\/greeter of this repository is not here yet: run 'svc extension install'\.$/,
      ),
    );
  }
  // Nothing of another collective would come with it.
  await rejects(
    describeProviderType(repository, "vault", "@other/keeper"),
    refusal("unknown_type", /svc extension search keeper/),
  );
});
