import assert from "node:assert/strict";
import { freePort } from "../../packages/fakes/port/mod.ts";
import { listen, testRegistry } from "@svc/registry/testing";
import { addCollective, addPerson } from "../../packages/registry/testing/extensions/people.ts";
import { published } from "../../packages/registry/testing/extensions/push.ts";
import { testNeeding } from "../requirement.ts";
import { CADDY, clientOf, NGINX, type Proxied, sendingFrom, startProxy } from "./proxy.ts";
import { statusOf } from "./status_of.ts";

const VERSION = "2026.01.02.1";

for (const proxied of [NGINX, CADDY]) {
  const { program } = proxied;
  testNeeding([program, "openssl"], `${program} sends archives as the registry would`, async () => {
    await using world = await behind(proxied);
    const { checksum, address, asked, direct, leftToProxy } = world;
    const own = await direct(address);
    const all = await asked(address);
    assert.deepEqual(all.bytes, own.bytes, "byte for byte");
    assert.deepEqual(all.headers, own.headers);
    assert.ok(leftToProxy(), "the registry sent nothing but a head");

    const head = await asked(address, { method: "HEAD" });
    assert.deepEqual(head.headers, own.headers);
    assert.ok(leftToProxy());

    const part = await asked(address, { headers: { range: "bytes=10-19" } });
    assert.deepEqual([part.status, part.bytes], [206, own.bytes.slice(10, 20)]);
    assert.equal(part.headers.etag, `"${checksum}"`);
    const changed = { range: "bytes=10-19", "if-range": '"another"' };
    assert.deepEqual((await asked(address, { headers: changed })).bytes, own.bytes);
  });
  testNeeding(
    [program, "openssl"],
    `past the registry ${program} gives nobody an archive`,
    async () => {
      await using world = await behind(proxied);
      const { checksum, address, asked, proxy, services } = world;
      const file = `${checksum.slice(0, 2)}/${checksum}`;
      for (
        const path of [
          `/svc-archives/${file}`,
          `//svc-archives/${file}`,
          `/%73vc-archives/${file}`,
          `/svc-archives%2f${file}`,
          `/healthz/../svc-archives/${file}`,
          `/healthz/%2e%2e/svc-archives/${file}`,
          `/svc-archives/../svc-archives/./${file}`,
          `/svc-archives/../secret`,
          `/svc-archives/%2e%2e/secret`,
          `/svc-archives../secret`,
          `/blobs/../${file}`,
          `/${file}`,
        ]
      ) {
        const status = await statusOf(proxy, path, {
          headers: { "x-accel-redirect": `/svc-archives/${file}` },
        });
        assert.ok(status === 404 || status === 400, `${path}: ${status}`);
      }
      const forged = address.replace(/signature=./, (found) => `${found}A`);
      assert.equal((await asked(forged)).status, 403);
      assert.equal((await asked(address.replace(/\?.*/, ""))).status, 403);

      const path = `${services.folder.blobs}/${file}`;
      const whole = await Deno.readFile(path);
      await Deno.writeFile(path, whole.with(3, whole[3]! ^ 1));
      const damaged = await asked(address);
      assert.deepEqual([damaged.status, damaged.headers.etag], [503, undefined]);
    },
  );
}

testNeeding(
  ["nginx", "openssl"],
  "what nginx does not find, the registry sends after all",
  async () => {
    const empty = await Deno.makeTempDir({ prefix: "svc-no-archives-" });
    try {
      await using world = await behind(NGINX, empty);
      const own = await world.direct(world.address);
      const all = await world.asked(world.address);
      assert.deepEqual([all.status, all.bytes], [200, own.bytes]);
      assert.ok(!world.leftToProxy());
      assert.deepEqual(all.headers, own.headers);
    } finally {
      await Deno.remove(empty);
    }
  },
);

/** What came of a request, without the headers that are of the connection or the proxy. */
interface Came {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array;
}

const PASSING = ["accept-ranges", "alt-svc", "connection", "date", "keep-alive", "server", "via"];

async function cameOf(response: Response): Promise<Came> {
  const headers = [...response.headers].filter(([name]) => !PASSING.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    bytes: await response.bytes(),
  };
}

/** A private archive in a registry behind a proxy that sends from its folder, or from `archives`. */
async function behind(proxied: Proxied, archives?: string) {
  await using stack = new AsyncDisposableStack();
  const registry = stack.use(
    await testRegistry({
      environment: {
        SVC_TRUSTED_PROXIES: "127.0.0.1",
        SVC_BLOBS_ACCEL: "/svc-archives",
      },
    }),
  );
  const { services } = registry;
  const answered: Response[] = [];
  const listener = await listen(async (asked, bindings) => {
    const answer = await registry.app.fetch(asked, bindings);
    answered.push(answer);
    return answer;
  }, { host: "127.0.0.1", port: 0 });
  stack.defer(async () => {
    listener.abort();
    await listener.close();
  });
  await addCollective(services, "acme", { private: true });
  const key = await addPerson(services, "ada", { acme: "member" });
  const { checksum } = await published(registry, key);
  const redirect = await registry.request(
    `/api/v1/extensions/%40acme%2Fhello@${VERSION}/download`,
    { headers: { authorization: `Bearer ${key}` } },
  );
  const folder = archives ?? services.folder.blobs;
  const proxy = stack.use(
    await startProxy(sendingFrom(folder, proxied), freePort(), listener.port),
  );
  const { pathname, search } = new URL(redirect.headers.get("location")!);
  const client = stack.use(clientOf(proxy));
  const moved = stack.move();
  return {
    services,
    checksum,
    address: proxy.url + pathname + search,
    proxy,
    /** True when the last answer of the registry had nothing of an archive. */
    leftToProxy: () => answered.at(-1)!.body === null,
    asked: async (url: string, init: RequestInit = {}) =>
      await cameOf(await fetch(url, { ...init, client })),
    direct: async (url: string) => {
      const { pathname, search } = new URL(url);
      return await cameOf(await registry.request(pathname + search));
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}
