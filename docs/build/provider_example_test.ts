import assert from "node:assert/strict";
import { checkVault } from "../../packages/runtime/conformance/mod.ts";
import { openVaultProvider } from "../../packages/runtime/providers/vault.ts";
import { withSmallZod } from "../../packages/runtime/testing/extension.ts";
import { providerManifest, providerRepository } from "../../packages/runtime/testing/providing.ts";

const page = await Deno.readTextFile(`${import.meta.dirname}/../writing-an-extension.md`);

/** The page's vault, as a module. */
function vaultModule(): string {
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  const found = blocks.filter((code) => code.includes("export const vault ="));
  assert.equal(found.length, 1);
  return withSmallZod(found[0]!);
}

/** The page's permissions of the vault. */
const [, permissions] = /```yaml\n(permissions:\n {2}net:\n {4}- \$\{config[\s\S]*?)```/.exec(
  page,
)!;

/** A store of texts by path, which answers as the page's safe does. */
function store(token: string) {
  const texts = new Map<string, string>();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      if (request.headers.get("authorization") !== `Bearer ${token}`) {
        return new Response("", { status: 403 });
      }
      const path = new URL(request.url).pathname;
      if (request.method === "PUT") {
        texts.set(path, await request.text());
        return new Response("");
      }
      if (path.endsWith("/") && request.method === "GET") {
        const below = [...texts.keys()].filter((one) => one.startsWith(path));
        return Response.json(below.map((one) => decodeURIComponent(one.slice(path.length))));
      }
      const held = texts.get(path);
      if (held === undefined) return new Response("", { status: 404 });
      if (request.method === "DELETE") texts.delete(path);
      return new Response(held);
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
    "safe/safe.ts": vaultModule(),
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
