import { equal, rejects } from "node:assert/strict";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { forgetAgreement, isAgreed, recordAgreement } from "./agreement.ts";
import { type ConfiguredDatastore, configuredDatastore } from "./configured.ts";

/** A repository and a person's configuration folder. */
async function place() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  return {
    repository: repositoryAt(folder.path, config.path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function configured(
  repository: Repository,
  datastore: string,
): Promise<ConfiguredDatastore> {
  await Deno.writeTextFile(`${repository.root}/.svc.yaml`, `datastore: ${datastore}\n`);
  return (await configuredDatastore(repository, () => undefined))!;
}

const FOLDER = "{ type: filesystem, path: /mnt/a }";

Deno.test("a datastore that a repository names is not agreed to before the person agrees", async () => {
  await using one = await place();
  const named = await configured(one.repository, FOLDER);
  equal(await isAgreed(one.repository, named), false);
  await recordAgreement(one.repository, named);
  equal(await isAgreed(one.repository, named), true);
  await forgetAgreement(one.repository, named);
  equal(await isAgreed(one.repository, named), false);
  await forgetAgreement(one.repository, named);
});

Deno.test("attack: a pulled change of the marker is another datastore and is asked about again", async () => {
  await using one = await place();
  const stores = [
    "{ type: filesystem, path: /mnt/b }",
    "{ type: filesystem, path: /mnt/a/below }",
    '{ type: "@acme/s3", config: { bucket: mine } }',
    '{ type: "@acme/s3", config: { bucket: mine, endpoint: "https://stranger.example" } }',
    '{ type: "@acme/s4", config: { bucket: mine } }',
  ];
  await recordAgreement(one.repository, await configured(one.repository, FOLDER));
  for (const store of stores) {
    const named = await configured(one.repository, store);
    equal(await isAgreed(one.repository, named), false, store);
    await recordAgreement(one.repository, named);
  }
});

Deno.test("attack: files that a repository brings along are no agreement", async () => {
  await using victim = await place();
  await using author = await place();
  const named = await configured(author.repository, FOLDER);
  await recordAgreement(author.repository, named);
  // Everything the author has, their copy's id included, arrives at another path.
  const id = await Deno.readTextFile(`${author.repository.root}/.svc/copy-id`);
  await writeFiles(victim.repository.root, {
    ".svc.yaml": `datastore: ${FOLDER}\n`,
    ".svc/copy-id": id,
    [`.svc/datastores/${named.key}.json`]: JSON.stringify({ key: named.key }),
    [`datastores/${named.key}.json`]: JSON.stringify({ key: named.key }),
  });
  equal(await isAgreed(victim.repository, named), false);
});

Deno.test("an agreement of one copy of a repository is not that of another", async () => {
  await using one = await place();
  await using other = await place();
  const named = await configured(one.repository, FOLDER);
  await recordAgreement(one.repository, named);
  const { config } = one.repository;
  const clone: Repository = { ...other.repository, ...(config === undefined ? {} : { config }) };
  equal(await isAgreed(clone, await configured(clone, FOLDER)), false);
});

Deno.test("a variable is the person's own word, and needs no other", async () => {
  await using one = await place();
  const env = (name: string) => name === "SVC_DATASTORE" ? "filesystem:/mnt/a" : undefined;
  equal(await isAgreed(one.repository, (await configuredDatastore(one.repository, env))!), true);
});

Deno.test("an agreement in a folder that others can write in is not believed", async () => {
  await using one = await place();
  const named = await configured(one.repository, FOLDER);
  await recordAgreement(one.repository, named);
  await Deno.chmod(one.repository.config!, 0o777);
  await rejects(isAgreed(one.repository, named), refusal("config_exposed", /chmod 700/));
});
