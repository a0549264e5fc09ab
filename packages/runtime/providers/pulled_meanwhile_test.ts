import { equal, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { installExtension } from "../consent/installed/install.ts";
import { removeExtensions } from "../consent/installed/remove.ts";
import { initRepository } from "../repository/init.ts";
import { repositoryAt } from "../repository/repository.ts";
import { GREET, modelText, temporaryFolder } from "../testing/extension.ts";
import { datastoreText, vaultText } from "../testing/providing.ts";
import { refusal } from "../testing/refusal.ts";
import { verifiedExtension } from "../testing/verified.ts";
import { openDatastoreProvider } from "./datastore.ts";
import type { OpenOptions } from "./subject.ts";
import { openVaultProvider } from "./vault.ts";

const NAME = "@acme/greeter";
const OLD = "2026.01.02.3";
const NEW = "2026.02.02.1";

/** The configuration is asked about, which is a moment between what is admitted and what is loaded. */
const HOST = `configSchema: _schema({ host: { type: "string" } }),`;
const MANIFEST = `vaults: [keeper.ts]
datastores: [depot.ts]
permissions:
  net: ["\${config.host}"]
`;

function keeper(version: string): string {
  return vaultText({
    members: HOST,
    body: `return {
      getName: () => name,
      get: (key: string) => key === "EXIT" ? Deno.exit(0) : "${version}",
      put() {},
      list: () => ["VERSION", "EXIT"],
    };`,
  });
}

function depot(version: string): string {
  return datastoreText({
    members: HOST,
    body: `return {
      createVerifier: () => ({ verify: () => ({ healthy: true, message: "${version}" }) }),
      createLock() {},
    };`,
  });
}

/** A repository that pulled a vault and a datastore which say their version. */
async function pulled() {
  const stack = new AsyncDisposableStack();
  const root = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(root.path);
  const repository = repositoryAt(root.path, config.path);
  const pull = async (version: string) => {
    const files = { "keeper.ts": keeper(version), "depot.ts": depot(version) };
    const extension = await verifiedExtension(modelText(GREET), {
      version,
      manifest: MANIFEST,
      files,
    });
    await installExtension(repository, extension, {
      decide: ({ asked }) => Promise.resolve(asPermissions(asked)),
    });
  };
  let hosts = 0;
  const configuration = () => ({ host: `h${hosts++}.example` });
  const vault = (options: OpenOptions) =>
    openVaultProvider(repository, {
      id: "0",
      name: "team",
      type: "@acme/keeper",
      config: configuration(),
    }, options);
  const datastore = (options: OpenOptions) =>
    openDatastoreProvider(repository, { type: "@acme/depot", config: configuration() }, {
      ...options,
      exchange: `${repository.state}/datastore/exchange`,
    });
  const bundles = () => [...Deno.readDirSync(`${repository.state}/bundles`)].length;
  return {
    ...{ repository, pull, vault, datastore, bundles },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a vault or datastore is opened as it was admitted, whatever is pulled meanwhile", async (test) => {
  await using here = await pulled();
  const meanwhile: Record<string, () => Promise<unknown>> = {
    "an update": () => here.pull(NEW),
    "a removal": () => removeExtensions(here.repository, [NAME]),
  };
  for (const [what, change] of Object.entries(meanwhile)) {
    const onGrant = async () => void await change();
    await test.step(`a vault, ${what}`, async () => {
      await here.pull(OLD);
      await using vault = await here.vault({ onGrant });
      equal(await vault.get("VERSION"), OLD);
    });
    await test.step(`a datastore, ${what}`, async () => {
      await here.pull(OLD);
      await using datastore = await here.datastore({ onGrant });
      equal((await datastore.verify()).message, OLD);
    });
  }
});

Deno.test("an open vault starts again as it was, and keeps nothing once it is closed", async () => {
  await using here = await pulled();
  await here.pull(OLD);
  {
    await using vault = await here.vault({ onGrant: () => Promise.resolve() });
    await here.pull(NEW);
    equal(here.bundles(), 2);
    await rejects(vault.get("EXIT"), refusal("vault_failed"));
    equal(await vault.get("VERSION"), OLD);
  }
  await removeExtensions(here.repository, [NAME]);
  equal(here.bundles(), 0);
});

Deno.test("what could not be opened keeps nothing", async () => {
  await using here = await pulled();
  await here.pull(OLD);
  for (const open of [here.vault, here.datastore]) {
    await rejects(open({}), refusal("consent_required"));
    const limits = { startMs: 0 };
    await rejects(open({ onGrant: () => Promise.resolve(), limits }), refusal("timeout"));
  }
  await removeExtensions(here.repository, [NAME]);
  equal(here.bundles(), 0);
});
