import { deepEqual, equal, rejects } from "node:assert/strict";
import { startOpenbao } from "@svc/fakes/openbao";
import { checkVault } from "../../packages/runtime/conformance/mod.ts";
import { vault } from "./openbao.ts";
import { open, refusal } from "./testing/vault.ts";

Deno.test("openbao: it holds every rule of a vault, whichever server it is", async () => {
  for (const pages of [true, false]) {
    await using bao = startOpenbao();
    bao.pages = pages;
    const outcomes = await checkVault({
      open: (name) => open(bao, {}, {}, { name }),
      unreachable: () => open(bao, {}, { BAO_TOKEN: "s.other" }),
    });
    deepEqual(outcomes.filter(({ passed }) => !passed), []);
  }
});

Deno.test("openbao: what it makes of configuration and variables is what createProvider gives", async () => {
  await using bao = startOpenbao();
  for (const [name, value] of [["BAO_ADDR", bao.url], ["BAO_TOKEN", bao.token]] as const) {
    Deno.env.set(name, value);
  }
  try {
    const provider = vault.createProvider("team", { field: "password" });
    await provider.put("db", "v");
    deepEqual(bao.engine().read("svc/team/db").data, { password: "v" });
    equal(await provider.get("db"), "v");
    equal(provider.getName(), "team");
    await vault.createProvider("web", { entry: "apps/web" }).put("KEY", "v");
    deepEqual(bao.engine().read("apps/web").data, { KEY: "v" });
  } finally {
    for (const name of ["BAO_ADDR", "BAO_TOKEN"]) Deno.env.delete(name);
  }
});

Deno.test("openbao: a put keeps the other fields of an entry, also those written at the same moment", async () => {
  await using bao = startOpenbao();
  const engine = bao.engine();
  engine.write("svc/team/db", { user: "ada", value: "old" }, undefined);
  const provider = open(bao);
  let others = 2;
  bao.before = ({ method }) => {
    if (method !== "POST" || others-- <= 0) return;
    const { data } = engine.read("svc/team/db") as { data: Record<string, unknown> };
    engine.write("svc/team/db", { ...data, [`other${others}`]: "theirs" }, undefined);
  };
  await provider.put("db", "new");
  deepEqual(engine.read("svc/team/db").data, {
    user: "ada",
    value: "new",
    other0: "theirs",
    other1: "theirs",
  });
  // Every version that somebody wrote is in the history.
  equal((engine.read("svc/team/db").metadata as { version: number }).version, 4);
  bao.before = ({ method }) => {
    if (method === "POST") engine.write("svc/team/db", { value: "theirs" }, undefined);
  };
  await rejects(provider.put("db", "hush-hush"), refusal("conflict", /'db' was not written/));
  deepEqual(engine.read("svc/team/db").data, { value: "theirs" });
});

Deno.test("openbao: one entry's fields are the keys where the configuration says so", async () => {
  await using bao = startOpenbao();
  bao.engine().write("apps/web", { URL: "u", PORT: 8080, "a/b": "c" }, undefined);
  const provider = open(bao, { entry: "apps/web" });
  deepEqual(await provider.list(), ["URL", "a/b"]);
  equal(await provider.get("URL"), "u");
  await rejects(provider.get("PORT"), refusal("not_a_secret", /is not text/));
  await provider.put("KEY", "k");
  await provider.put("__proto__", "p");
  equal(await provider.get("__proto__"), "p");
  await provider.delete("URL");
  await rejects(provider.get("URL"), refusal("not_found", /no secret 'URL'/));
  await rejects(provider.get("toString"), refusal("not_found", /no secret/));
  deepEqual(await provider.list(), ["KEY", "__proto__", "a/b"]);
});

Deno.test("openbao: a deleted, a destroyed and a strange entry are told apart from one that never was", async () => {
  await using bao = startOpenbao();
  const engine = bao.engine();
  const provider = open(bao);
  await provider.put("K", "v");
  engine.deleteLatest("svc/team/K");
  await rejects(provider.get("K"), refusal("deleted", /Version 1 of .* was deleted/));
  await rejects(provider.delete("K"), refusal("deleted", /was deleted/));
  // Writing after a deleted version has to name it.
  await provider.put("K", "w");
  equal(await provider.get("K"), "w");
  engine.destroyLatest("svc/team/K");
  await rejects(provider.get("K"), refusal("deleted", /Version 2 of/));
  await rejects(provider.get("NONE"), refusal("not_found", /no secret 'NONE'/));
  engine.write("svc/team/other", { password: "hush-hush" }, undefined);
  await rejects(
    provider.get("other"),
    refusal("not_a_secret", /svc\/team\/other has no field "value"/),
  );
  engine.write("svc/team/deep/x", { value: "v" }, undefined);
  deepEqual(await provider.list(), ["K", "other"]);
  engine.write("svc/team/db", { value: "v", user: "ada" }, undefined);
  await rejects(provider.delete("db"), refusal("refused", /more than the field/));
  equal(await provider.get("db"), "v");
});

Deno.test("openbao: a list of thousands comes whole, from servers with pages and without", async () => {
  await using bao = startOpenbao();
  const keys = Array.from({ length: 2_500 }, (_, at) => `K${String(at).padStart(5, "0")}`);
  for (const key of keys) bao.engine().write(`svc/team/${key}`, { value: "v" }, undefined);
  for (const pages of [true, false]) {
    bao.pages = pages;
    deepEqual(await open(bao).list(), keys);
  }
  for (const key of keys.slice(1_000)) bao.engine().remove(`svc/team/${key}`);
  deepEqual(await open(bao).list(), keys.slice(0, 1_000));
});

Deno.test("openbao: namespaces, other mounts and other folders are kept apart", async () => {
  await using bao = startOpenbao();
  bao.mounts.set("team/kv", bao.engine("secret", "elsewhere"));
  await open(bao).put("K", "plain");
  await open(bao, { namespace: "ns1" }).put("K", "of ns1");
  await open(bao, {}, { BAO_NAMESPACE: "ns2" }).put("K", "of ns2");
  await open(bao, { mount: "team/kv" }).put("K", "of the mount");
  await open(bao, { path: "apps" }).put("K", "of the folder");
  equal(await open(bao).get("K"), "plain");
  equal(await open(bao, { namespace: "ns1" }).get("K"), "of ns1");
  equal(await open(bao, {}, { VAULT_NAMESPACE: "ns2" }).get("K"), "of ns2");
  equal(await open(bao, { mount: "team/kv" }).get("K"), "of the mount");
  equal(await open(bao, { path: "apps" }).get("K"), "of the folder");
});
