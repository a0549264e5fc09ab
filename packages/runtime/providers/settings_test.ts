import { deepEqual, equal, rejects } from "node:assert/strict";
import { grantText } from "@svc/core/permission";
import type { GrantRequest } from "../consent/admission/grant_request.ts";
import { grantPermissions, revokePermissions } from "../consent/grants/mod.ts";
import type { Repository } from "../repository/repository.ts";
import { providerManifest, providerRepository, vaultText } from "../testing/providing.ts";
import { refusal } from "../testing/refusal.ts";
import { agreeToConfiguration } from "./settings.ts";
import { openVaultProvider } from "./vault.ts";

const TYPE = "@acme/keeper";

/** Gives what the key names: a page, or why it could not be read. */
const KEEPER = vaultText({
  members: `configSchema: _schema({
    address: { type: "string", default: "https://vault.example:8200" },
    token: { type: "string", sensitive: true },
  }),`,
  body: `return {
    getName: () => name,
    get: async (key: string) => await (await fetch(config.address + "/" + key)).text(),
    put() {},
    list: () => ["A", "page"],
  };`,
});

/** The files of an own extension whose vault may connect to where its configuration says. */
const FILES = {
  "provider/manifest.yaml": providerManifest(
    "vaults:\n  - keeper.ts\npermissions:\n  net:\n    - ${config.address}\n    - ${globalArgs.address}\n",
  ),
  "provider/keeper.ts": KEEPER,
};

/** A server that names itself. */
function server(): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("page"),
  );
}

/** Gets `page` from the vault at `address`; what was asked goes to `asked`. */
async function page(
  repository: Repository,
  address: string,
  asked?: string[],
): Promise<string> {
  const vault = { id: "0", name: "team", type: TYPE, config: { address } };
  const onGrant = (request: GrantRequest) => {
    asked!.push(...request.asked.map(grantText));
    return Promise.resolve();
  };
  await using provider = await openVaultProvider(repository, vault, asked ? { onGrant } : {});
  return await provider.get("page");
}

Deno.test("a setting stands in permissions only for what the person said yes to", async () => {
  await using here = await providerRepository(FILES);
  const { repository } = here;
  await using one = server();
  await using other = server();
  const [first, second] = [one, other].map(({ addr }) => `http://127.0.0.1:${addr.port}`);
  const asked: string[] = [];
  equal(await page(repository, first!, asked), "page");
  deepEqual(asked, [
    "net:${config.address}",
    "net:${globalArgs.address}",
    `net:127.0.0.1:${one.addr.port}`,
  ]);
  equal(await page(repository, first!), "page", "what was agreed to is not asked again");
  // Somebody changes the file in git.
  await rejects(
    page(repository, second!),
    refusal(
      "consent_required",
      new RegExp(
        `net 127\\.0\\.0\\.1:${other.addr.port} \\(this machine\\), a new value of \\$\\{config\\.address\\}`,
      ),
      new RegExp(`svc extension grant @acme/provider net:127\\.0\\.0\\.1:${other.addr.port}`),
      /vaults\/@acme\/keeper\/0\.yaml/,
    ),
  );
  await grantPermissions(repository, "@acme/provider", { net: [`127.0.0.1:${other.addr.port}`] });
  equal(await page(repository, second!), "page");
});

Deno.test("a configuration that the person has just written is not asked about", async () => {
  await using here = await providerRepository(FILES);
  const { repository } = here;
  await using one = server();
  const address = `http://127.0.0.1:${one.addr.port}`;
  const asked: string[] = [];
  const subject = { kind: "vault" as const, type: TYPE, name: "team", config: { address } };
  await agreeToConfiguration(repository, subject);
  equal(await page(repository, address, asked), "page");
  deepEqual(asked, ["net:${config.address}", "net:${globalArgs.address}"]);
  await rejects(
    page(here.other, address),
    refusal("consent_required", /\$\{config\.address\}/),
    "another person did not write it",
  );
});

Deno.test("a setting brings no second permission, no pattern and nothing wide", async () => {
  await using here = await providerRepository(FILES);
  const { repository } = here;
  await page(repository, "", []).catch(() => {});
  for (
    const address of [
      "*",
      "*.example.com",
      "a.example,b.example",
      "${env.HOME}",
      "user:pw@a.example",
    ]
  ) {
    await rejects(
      page(repository, address, []),
      refusal("invalid_argument", /config\.address must be a URL or a host/),
      address,
    );
  }
});

Deno.test("a secret setting is refused where it would be in git", async () => {
  await using here = await providerRepository(FILES);
  const vault = { id: "0", name: "team", type: TYPE, config: { token: "s3cr3t" } };
  await rejects(
    openVaultProvider(here.repository, vault),
    (error) =>
      refusal("vault_required", /'token'/, /environment variable/)(error) &&
      !String(error).includes("s3cr3t"),
  );
});

Deno.test("a vault that belongs to no extension is granted by the name of its type", async () => {
  const text = vaultText({
    body:
      `return { get: async () => await (await fetch(config.url)).text(), put() {}, list: () => ["A"] };`,
  });
  await using here = await providerRepository({ "vaults/keeper.ts": text });
  const { repository } = here;
  await using one = server();
  const host = `127.0.0.1:${one.addr.port}`;
  const vault = { id: "0", name: "team", type: TYPE, config: { url: `http://${host}/` } };
  const get = async () => {
    await using provider = await openVaultProvider(repository, vault);
    return await provider.get("A");
  };
  const command = new RegExp(`svc extension grant ${TYPE} net:${host}`);
  await rejects(get(), refusal("permission_denied", command));
  await grantPermissions(repository, TYPE, { net: [host] });
  equal(await get(), "page");
  await revokePermissions(repository, TYPE, { net: [host] });
  await rejects(get(), refusal("permission_denied"));
});
