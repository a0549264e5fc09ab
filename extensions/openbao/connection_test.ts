import { equal, rejects, throws } from "node:assert/strict";
import { startOpenbao } from "@svc/fakes/openbao";
import { connectionOf, type OpenbaoConfig } from "./settings.ts";
import { CERTIFICATE, KEY } from "./testing/certificate.ts";
import { open, refusal } from "./testing/vault.ts";

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
      refusal("unavailable", /redirects to http:\/\/127\.0\.0\.1:\d+.*not sent/),
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
    const [token, said] of [["", /no token/], [" ", /no token/], [
      "a\nb",
      /is not a token/,
    ]] as const
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
    refusal("refused", /has not expired/),
  );
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
