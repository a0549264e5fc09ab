import assert from "node:assert/strict";
import { storeServer } from "../config/servers_file.ts";
import { temporaryConfig } from "../testing/host.ts";
import { serverCredential } from "./credential.ts";

const SERVER = "https://serve.example.org";
const TOKEN = `ci.${"5".repeat(64)}`;
const STORED = `ada.${"6".repeat(64)}`;

/** Tells which token goes to `url` under these variables, with one stored for `SERVER`. */
async function sent(url: string, env: Record<string, string>): Promise<string> {
  await using config = await temporaryConfig();
  const host = { env: (name: string) => ({ XDG_CONFIG_HOME: config.path, ...env })[name] };
  const [tokenName, obtainedAt] = ["ada", new Date().toISOString()];
  await storeServer(host, {
    serverUrl: SERVER,
    tokenName,
    token: STORED,
    principalId: null,
    obtainedAt,
  });
  return (await serverCredential(host, url)).token;
}

Deno.test("SVC_SERVER_TOKEN goes to the server of SVC_SERVER_URL, else of SVC_SERVE_URL", async () => {
  const [a, b] = ["https://a.example", "https://b.example"];
  const env = { SVC_SERVER_TOKEN: TOKEN };
  assert.equal(await sent(a, { ...env, SVC_SERVER_URL: `${a}/` }), TOKEN);
  assert.equal(await sent(a, { ...env, SVC_SERVE_URL: a }), TOKEN);
  assert.equal(await sent(b, { ...env, SVC_SERVER_URL: b, SVC_SERVE_URL: a }), TOKEN);
});

Deno.test("a token is sent to no other address, however near it is", async () => {
  const env = { SVC_SERVER_TOKEN: TOKEN, SVC_SERVER_URL: SERVER };
  const near = [
    "http://serve.example.org",
    "https://serve.example.org:8443",
    "https://serve.example.org.evil.example",
    "https://serve.example.or",
    "https://serve.example.org/other",
    "https://evil.example",
  ];
  for (const url of near) {
    for (const variables of [env, { ...env, SVC_SERVE_URL: url }, {}]) {
      await assert.rejects(sent(url, variables), { code: "not_authenticated" }, url);
    }
  }
});

Deno.test("the stored token stands in where SVC_SERVER_TOKEN is for another server", async () => {
  assert.equal(await sent(SERVER, {}), STORED);
  assert.equal(
    await sent(SERVER, { SVC_SERVER_TOKEN: TOKEN, SVC_SERVER_URL: "https://b.example" }),
    STORED,
  );
  assert.equal(
    await sent(SERVER, { SVC_SERVER_TOKEN: TOKEN }),
    STORED,
    "for no server that is said",
  );
});

Deno.test("without a token the login is named, and a token for no server is told", async () => {
  const url = "https://b.example";
  const hint = `Run 'svc auth server-login --server ${url}'`;
  await assert.rejects(sent(url, {}), {
    code: "not_authenticated",
    hint: `${hint}, or set SVC_SERVER_TOKEN and SVC_SERVER_URL=${url}.`,
  });
  await assert.rejects(sent(url, { SVC_SERVER_TOKEN: TOKEN }), {
    hint: `${hint}; SVC_SERVER_TOKEN is for the server that SVC_SERVER_URL names.`,
  });
});

Deno.test("a token that is none is refused without being repeated", async () => {
  const env = { SVC_SERVER_TOKEN: "hunter2\r\nx: y", SVC_SERVER_URL: SERVER };
  await assert.rejects(sent(SERVER, env), (error: Error) => {
    return !error.message.includes("hunter2") && "code" in error && error.code === "usage";
  });
});
