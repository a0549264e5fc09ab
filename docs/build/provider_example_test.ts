import assert from "node:assert/strict";
import { checkVault } from "../../packages/runtime/conformance/mod.ts";
import { openDatastoreProvider } from "../../packages/runtime/providers/datastore.ts";
import { openVaultProvider } from "../../packages/runtime/providers/vault.ts";
import { withSmallZod } from "../../packages/runtime/testing/extension.ts";
import { providerManifest, providerRepository } from "../../packages/runtime/testing/providing.ts";

const page = await Deno.readTextFile(`${import.meta.dirname}/../writing-an-extension.md`);

/** The page's code of a kind, as a module. */
function moduleOf(kind: "vault" | "datastore"): string {
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  const found = blocks.filter((code) => code.includes(`export const ${kind} =`));
  assert.equal(found.length, 1, kind);
  return withSmallZod(found[0]!);
}

/** The page's permissions of the vault. */
const [, permissions] = /```yaml\n(permissions:\n {2}net:\n {4}- \$\{config[\s\S]*?)```/.exec(
  page,
)!;

/** A store of texts by path, which answers as the page's safe and locker do. */
function store(token?: string) {
  const texts = new Map<string, string>();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      if (token && request.headers.get("authorization") !== `Bearer ${token}`) {
        return new Response("", { status: 403 });
      }
      const path = new URL(request.url).pathname;
      const held = texts.get(path);
      if (request.method === "PUT") {
        if (held !== undefined && request.headers.has("if-none-match")) {
          return new Response("", { status: 412 });
        }
        texts.set(path, await request.text());
        return new Response("");
      }
      if (path.endsWith("/") && request.method === "GET") {
        const below = [...texts.keys()].filter((one) => one.startsWith(path));
        return Response.json(below.map((one) => decodeURIComponent(one.slice(path.length))));
      }
      if (held === undefined) return new Response("", { status: 404 });
      if (request.method === "GET") return new Response(held);
      const nonce = request.headers.get("if-match");
      if (nonce !== null && JSON.parse(held).nonce !== nonce) {
        return new Response("", {
          status: 412,
        });
      }
      texts.delete(path);
      return new Response("");
    },
  );
  return {
    texts,
    address: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const onGrant = () => Promise.resolve();

Deno.test("the page's vault passes every rule of a vault, in its sandbox with its permissions", async () => {
  await using safe = store("t0ken");
  await using here = await providerRepository({
    "safe/manifest.yaml": providerManifest(`vaults:\n  - safe.ts\n${permissions}`),
    "safe/safe.ts": moduleOf("vault"),
  });
  Deno.env.set("SAFE_TOKEN", "t0ken");
  try {
    const outcomes = await checkVault({
      open: async (name) => {
        const vault = { id: "0", name, type: "@acme/safe", config: { address: safe.address } };
        const opened = await openVaultProvider(here.repository, vault, { onGrant });
        return {
          ...opened,
          delete: opened.delete!,
          [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
        };
      },
      close: (vault) => (vault as unknown as AsyncDisposable)[Symbol.asyncDispose](),
    });
    assert.deepEqual(outcomes.filter(({ passed }) => !passed), []);
    assert.ok(outcomes.length > 5);
    assert.ok(safe.texts.size > 0);
  } finally {
    Deno.env.delete("SAFE_TOKEN");
  }
});

Deno.test("the page's datastore brings files from one machine to another, under a lock", async () => {
  await using locker = store();
  const files = {
    "locker/manifest.yaml": providerManifest(
      "datastores:\n  - locker.ts\npermissions:\n  net: ['${config.address}']\n  sys: [hostname]\n",
    ),
    "locker/locker.ts": moduleOf("datastore"),
  };
  await using one = await providerRepository(files);
  await using other = await providerRepository(files);
  const opened = async ({ repository }: typeof one) => {
    const exchange = `${repository.state}/datastore/locker`;
    const configuration = { type: "@acme/locker", config: { address: locker.address } };
    const datastore = await openDatastoreProvider(repository, configuration, { exchange, onGrant });
    return { datastore, exchange, sync: datastore.sync(exchange) };
  };
  const here = await opened(one);
  const there = await opened(other);
  await using _here = here.datastore;
  await using _there = there.datastore;
  assert.equal((await here.datastore.verify()).healthy, true);
  const lock = here.datastore.lock("behavior-1");
  await lock.acquire();
  await assert.rejects(
    there.datastore.lock("behavior-1", { maxWaitMs: 0 }).acquire(),
    { code: "lock_timeout" },
  );
  await here.sync.markDirty("versions/a/1");
  await Deno.mkdir(`${here.exchange}/versions/a`, { recursive: true });
  await Deno.writeTextFile(`${here.exchange}/versions/a/1`, "content");
  assert.equal(await here.sync.pushChanged(), 1);
  await lock.release();
  assert.equal(await lock.inspect(), undefined);
  assert.equal(await there.sync.pullChanged(), 1);
  assert.equal(await Deno.readTextFile(`${there.exchange}/versions/a/1`), "content");
  await here.sync.markDirty("versions/a/1");
  await Deno.remove(`${here.exchange}/versions/a/1`);
  await here.sync.pushChanged();
  assert.deepEqual([...locker.texts.keys()], []);
});
