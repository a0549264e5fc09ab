import { deepEqual, equal, match, ok, rejects, throws } from "node:assert/strict";
import { type OpenbaoService, startOpenbao } from "@svc/fakes/openbao";
import { checkVault } from "../../packages/runtime/conformance/mod.ts";
import { SecretFailure } from "../platform/secrets/failure.ts";
import { engineAt } from "./engine.ts";
import { openbaoProvider, type Provider } from "./provider.ts";
import { serverAt } from "./server.ts";
import { vault } from "./openbao.ts";
import { connectionOf, type OpenbaoConfig } from "./settings.ts";
import { CERTIFICATE, KEY } from "./testing/certificate.ts";

/** A predicate for a refusal: its code, what its text says, and that it holds no secret. */
const refusal = (code: string, text: RegExp) => (error: unknown) => {
  ok(error instanceof SecretFailure, String(error));
  equal(error.code, code, error.message);
  match(error.message, text);
  equal(/hush-hush|s\.[0-9a-f]{8}-/.test(error.message), false, error.message);
  return true;
};

/** The vault `team` of this server, as `createProvider` makes it, with these variables. */
function open(
  bao: OpenbaoService,
  config: OpenbaoConfig = {},
  env: Record<string, string | undefined> = {},
  name = "team",
): Provider {
  const variables: Record<string, string | undefined> = { BAO_TOKEN: bao.token, ...env };
  const settings = vault.configSchema.parse({ address: bao.url, ...config });
  const connection = connectionOf(settings, (variable) => variables[variable]);
  const engine = engineAt(serverAt(connection, 5_000), settings.mount ?? "secret");
  const { entry, path = `svc/${name}`, field = "value" } = settings;
  const layout = entry === undefined
    ? { folder: path.split("/"), field }
    : { entry: entry.split("/") };
  return openbaoProvider(name, engine, layout);
}

Deno.test("openbao: it holds every rule of a vault, whichever server it is", async () => {
  for (const pages of [true, false]) {
    await using bao = startOpenbao();
    bao.pages = pages;
    const outcomes = await checkVault({
      open: (name) => open(bao, {}, {}, name),
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
  equal(engine.metadata("svc/team/db").current_version, 4);
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
  await rejects(provider.get("PORT"), refusal("not_a_secret", /is no text/));
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
  engine.mark("svc/team/K", [2], "destroy");
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

Deno.test("openbao: the token goes to no other host, wherever a standby sends", async () => {
  await using active = startOpenbao();
  await using standby = startOpenbao();
  standby.token = active.token;
  standby.standbyOf = active.url;
  const provider = open(standby);
  for (
    const call of [
      () => provider.get("K"),
      () => provider.put("K", "hush-hush"),
      () => provider.list(),
    ]
  ) {
    await rejects(
      call(),
      refusal("unavailable", /sends on to http:\/\/127\.0\.0\.1:\d+.*not sent/),
    );
  }
  equal(active.requests.length, 0);
  // Within the server's own address a redirect is followed, with the same method.
  let once = true;
  active.before = () => {
    if (once) {
      active.next.push({ status: 307, headers: { location: active.requests.at(-1)!.path } });
    }
    once = false;
  };
  await open(active).put("K", "v");
  equal(active.engine().read("svc/team/K").data !== null, true);
  standby.standbyOf = undefined;
  standby.next.push({ status: 307, headers: { location: "http://[" } });
  await rejects(open(standby).get("K"), refusal("unavailable", /redirects in a circle/));
  standby.standbyOf = standby.url;
  await rejects(open(standby).get("K"), refusal("unavailable", /redirects in a circle/));
});

Deno.test("openbao: a token for one server is not sent to another that a configuration names", () => {
  const connect = (config: OpenbaoConfig, env: Record<string, string>) =>
    connectionOf(config, (name) => ({ BAO_TOKEN: "s.x", ...env } as Record<string, string>)[name]);
  const evil = { address: "https://evil.example" };
  for (const name of ["BAO_ADDR", "VAULT_ADDR"]) {
    const env = { [name]: "https://bao.example.com:8200" };
    throws(() => connect(evil, env), refusal("refused", /is for another server.*It is not sent/));
    equal(connect({}, env).address, "https://bao.example.com:8200");
    equal(connect({ address: "https://bao.example.com:8200/" }, env).address, env[name]);
  }
  throws(() => connect(evil, { BAO_ADDR: "bao.example.com" }), refusal("refused", /not sent/));
  equal(connect(evil, { BAO_ADDR: "" }).address, "https://evil.example");
});

Deno.test("openbao: an address without https, with a password, or none is refused", () => {
  const connect = (address: string | undefined) =>
    connectionOf({ address }, (name) => name === "BAO_TOKEN" ? "s.x" : undefined);
  for (
    const address of [
      "http://bao.example.com",
      "http://127.0.0.1.example.com",
      "ftp://a",
      "http://10.0.0.1",
    ]
  ) {
    throws(() => connect(address), refusal("not_set_up", /is not https/), address);
  }
  for (
    const address of [
      undefined,
      "bao.example.com",
      "https://a:hush-hush@b.example",
      "https://a/?x=1",
    ]
  ) {
    throws(() => connect(address), refusal("not_set_up", /address/), String(address));
  }
  for (
    const address of [
      "https://a.example/bao/",
      "http://localhost:8200",
      "http://[::1]:1",
      "http://127.0.0.1:1",
    ]
  ) {
    equal(connect(address).address, address.replace(/\/$/, ""));
  }
  throws(
    () => connectionOf({ address: "https://a.example" }, () => undefined),
    refusal("not_set_up", /no token.*BAO_TOKEN/),
  );
  for (
    const [token, said] of [["", /no token/], [" ", /no token/], ["a\nb", /is no token/]] as const
  ) {
    const variable = (name: string) => name.endsWith("_TOKEN") ? token : undefined;
    throws(
      () => connectionOf({ address: "https://a.example" }, variable),
      refusal("not_set_up", said),
    );
  }
});

Deno.test("openbao: a role logs in by itself, and again when its token has ended", async () => {
  await using bao = startOpenbao();
  bao.roles.set("ci", { secretId: "hush-hush" });
  const env = { BAO_TOKEN: undefined, BAO_ROLE_ID: "ci", BAO_SECRET_ID: "hush-hush" };
  const provider = open(bao, {}, env);
  await provider.put("K", "v");
  bao.revoke();
  equal(await provider.get("K"), "v");
  const logins = bao.requests.filter(({ path }) => path.endsWith("/login"));
  equal(logins.length, 2);
  const wrong = open(bao, {}, { ...env, BAO_SECRET_ID: "hush-hush-no" });
  await rejects(
    wrong.get("K"),
    refusal("refused", /auth\/approle\/login: invalid role or secret ID.*BAO_SECRET_ID/),
  );
  // A token that a person gave is not replaced by anything.
  await rejects(
    open(bao, {}, { BAO_TOKEN: "s.ended" }).get("K"),
    refusal("refused", /has not ended/),
  );
});

Deno.test("openbao: sealed, denied, missing and old engines each say what to do", async () => {
  await using bao = startOpenbao();
  bao.sealed = true;
  await rejects(open(bao).get("K"), refusal("locked", /is sealed.*bao operator unseal/));
  bao.sealed = false;
  bao.denied.add("secret/data/svc/team/K");
  await rejects(
    open(bao).get("K"),
    refusal("refused", /does not let you use secret\/data\/svc\/team\/K/),
  );
  await rejects(open(bao).put("K", "hush-hush"), refusal("refused", /its policy names this path/));
  await rejects(open(bao, { mount: "none" }).get("K"), refusal("refused", /use none: preflight/));
  bao.oldMounts.add("old");
  const old = open(bao, { mount: "old" });
  await rejects(
    old.put("K", "hush-hush"),
    refusal("not_set_up", /version 1.*enable-versioning old/),
  );
  equal(bao.requests.some(({ method }) => method === "POST"), false);
});

Deno.test("openbao: a server that asks for patience gets it, for reads and writes", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  bao.limited = 2;
  equal(await provider.get("K"), "v");
  bao.limited = 2;
  await provider.put("K", "w");
  equal(await provider.get("K"), "w");
  bao.next.push({ status: 412, headers: { "retry-after": "0" } });
  equal(await provider.get("K"), "w");
  bao.limited = 100;
  await rejects(provider.get("K"), refusal("unavailable", /asks to wait.*rate limit/));
});

Deno.test("openbao: what is no answer of such a server is never a value, and never 'not there'", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  const json = { "content-type": "application/json" };
  const html = { "content-type": "text/html" };
  const bad: [body: string, status: number, headers: Record<string, string>][] = [
    ["<html>log in</html>", 200, html],
    ["<html>not found</html>", 404, html],
    ["not found", 404, {}],
    ["{}", 404, json],
    ["{}", 200, json],
    ["[]", 200, json],
    ["null", 200, json],
    ['{"data":{"data":{"value":"x"}}}', 200, json],
    ['{"data":{"data":{"value":"x"},"metadata":{"version":"1"}}}', 200, json],
    ['{"data":{"data":null,"metadata":{"version":1}}}', 200, json],
    ['{"data":{"data":{"value":1},"metadata":{"version":1}}}', 200, json],
    ['{"data":', 200, json],
    ["", 200, json],
    ['{"errors":["boom"]}', 500, json],
    ["", 502, {}],
    ["x".repeat(5 * 1024 * 1024), 200, json],
  ];
  bao.next.push({ status: 200, headers: html, body: "<html>log in</html>" });
  await rejects(provider.get("K"), refusal("unavailable", /text\/html instead of JSON/));
  bao.next.push({ status: 502, headers: html, body: "<html>bad gateway</html>" });
  await rejects(provider.get("K"), refusal("unavailable", /status 502/));
  for (const [body, status, headers] of bad) {
    bao.next.push({ status, headers, body });
    await rejects(provider.get("K"), (error) => {
      ok(error instanceof SecretFailure);
      ok(
        ["unavailable", "not_a_secret"].includes(error.code),
        `${body.slice(0, 80)}: ${error.message}`,
      );
      return true;
    });
    bao.next.push({ status, headers, body });
    if (!body.includes('"value":"x"') && !body.includes('"value":1')) {
      await rejects(provider.list(), SecretFailure, body.slice(0, 80));
    } else bao.next = [];
  }
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: an answer that never comes, never ends or breaks off fails in time", async () => {
  await using bao = startOpenbao();
  const variables: Record<string, string> = { BAO_TOKEN: bao.token };
  const connection = connectionOf({ address: bao.url }, (name) => variables[name]);
  const provider = openbaoProvider("team", engineAt(serverAt(connection, 1_000), "secret"), {
    folder: ["svc", "team"],
    field: "value",
  });
  await provider.put("K", "v");
  const said = {
    silent: /did not answer in time/,
    endless: /more than 4194304 bytes/,
    broken: /does not answer\./,
    malformed: /broken JSON/,
  };
  for (const [fault, text] of Object.entries(said)) {
    bao.fault = fault as keyof typeof said;
    await rejects(provider.get("K"), refusal("unavailable", text), fault);
  }
  bao.fault = undefined;
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: a write whose answer is lost or is none is not called done", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  let body = "";
  bao.before = ({ method }) => {
    if (method === "POST") {
      bao.next.push({ status: 200, headers: { "content-type": "application/json" }, body });
    }
  };
  for (
    body of ["{}", '{"data":{"version":7}}', '{"data":{"version":1}}', '{"data":{"version":"2"}}']
  ) {
    await rejects(provider.put("K", "hush-hush"), refusal("unavailable", /version 2 was written/));
  }
  body = "";
  await rejects(provider.put("K", "hush-hush"), refusal("unavailable", /./));
  bao.before = undefined;
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: a server that repeats token and value in its errors gives neither away", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  for (const status of [400, 403, 500, 503]) {
    bao.before = ({ method }) => {
      if (method !== "POST") return;
      const body = JSON.stringify({ errors: [`you sent ${bao.token} and hush-hush\u001b[31m`] });
      bao.next.push({ status, headers: { "content-type": "application/json" }, body });
    };
    await rejects(
      provider.put("K", "hush-hush"),
      refusal(status < 500 ? "refused" : "unavailable", /you sent \*\*\* and \*\*\*/),
    );
  }
});

Deno.test("openbao: a server whose certificate nobody knows is not asked, unless it is configured", async () => {
  await using bao = startOpenbao();
  let asked = 0;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert: CERTIFICATE, key: KEY, onListen: () => {} },
    (request) => {
      asked++;
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(`${bao.url}${pathname}${search}`, request));
    },
  );
  const address = `https://127.0.0.1:${server.addr.port}`;
  await rejects(open(bao, { address }).get("K"), refusal("unavailable", /certificate of .*caCert/));
  equal(asked, 0);
  const provider = open(bao, { address, caCert: CERTIFICATE });
  await provider.put("K", "v");
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: what the server refuses of a read or a delete is said, and nothing is called gone", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  const refuse = (status: number, method: string) => {
    bao.before = (request) => {
      if (request.method !== method) return;
      const body = JSON.stringify({ errors: ["not like this"] });
      bao.next.push({ status, headers: { "content-type": "application/json" }, body });
    };
  };
  for (const status of [400, 404]) {
    const code = status === 400 ? "refused" : "not_set_up";
    refuse(status, "GET");
    await rejects(provider.get("K"), refusal(code, /not like this/));
    await rejects(provider.list(), refusal(code, /not like this/));
    refuse(status, "DELETE");
    await rejects(provider.delete("K"), refusal(code, /not like this/));
  }
  bao.before = undefined;
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: a list that goes on and on is ended", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  let page = 0;
  bao.before = () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `p${page}-${at}`);
    page++;
    const body = JSON.stringify({ data: { keys } });
    bao.next.push({ status: 200, headers: { "content-type": "application/json" }, body });
  };
  await rejects(provider.list(), refusal("unavailable", /more than 20000 names/));
  equal(page, 20);
});
