import { equal } from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { packageRegistry, placeLogin } from "./registry.ts";

const NPMRC = `; a comment
@acme:registry=https://private.example/
//private.example/:_authToken=secret
  registry = "https://mirror.example/npm/"
always-auth=true
`;

Deno.test("packages come from the registry that npm is told to use, else from the public one", async () => {
  await using home = await temporaryFolder();
  const at = (env: Record<string, string>) => packageRegistry((name) => env[name]);
  const HOME = home.path;
  equal(await at({ HOME }), "https://registry.npmjs.org/");
  equal(await at({}), "https://registry.npmjs.org/");
  await writeFiles(home.path, { ".npmrc": NPMRC });
  equal(await at({ HOME }), "https://mirror.example/npm/");
  equal(await at({ HOME, npm_config_registry: "https://b.example/" }), "https://b.example/");
  equal(
    await at({
      HOME,
      NPM_CONFIG_REGISTRY: "https://a.example/",
      npm_config_registry: "https://b/",
    }),
    "https://a.example/",
  );
});

Deno.test("a registry of one scope, or one that is not an address, is not the person's registry", async () => {
  await using home = await temporaryFolder();
  const lines = [
    "@a:registry=https://a.example/",
    "registry=ftp://a.example/",
    "# registry=https://a",
  ];
  await writeFiles(home.path, { ".npmrc": lines.join("\n") });
  equal(
    await packageRegistry((name) => name === "HOME" ? home.path : undefined),
    "https://registry.npmjs.org/",
  );
});

Deno.test("a login goes to the person's registry alone, and only where nobody is answered without one", async () => {
  await using folder = await temporaryFolder();
  let status = 401;
  const asked: Headers[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ headers }) => {
      asked.push(headers);
      return new Response("", { status });
    },
  );
  const registry = `http://127.0.0.1:${server.addr.port}/npm/`;
  const place = registry.slice("http:".length);
  await writeFiles(folder.path, {
    ".npmrc": `//registry.npmjs.org/:_authToken=public\n${place}:_authToken=\${TOKEN}\n` +
      `//127.0.0.1:${server.addr.port}/other/:_authToken=other\n`,
    "elsewhere": `${place.slice(0, -1)}:_auth=YTpi\n`,
    "home/.keep": "",
  });
  const at = async (registry: string, more: Record<string, string> = {}) => {
    const env: Record<string, string> = { HOME: folder.path, TOKEN: "t0k3n", ...more };
    const home = `${folder.path}/home`;
    await placeLogin(registry, home, (name) => env[name]);
    const text = await Deno.readTextFile(`${home}/.npmrc`).catch(() => undefined);
    if (text !== undefined) await Deno.remove(`${home}/.npmrc`);
    return text;
  };
  equal(await at(registry), `${place}:_authToken=t0k3n\n`);
  equal(await at(registry.slice(0, -1)), `${place}:_authToken=t0k3n\n`);
  equal(
    await at(registry, { NPM_CONFIG_USERCONFIG: `${folder.path}/elsewhere` }),
    `${place}:_auth=YTpi\n`,
  );
  equal(asked.some((headers) => headers.has("authorization")), false);
  status = 200;
  equal(await at(registry), undefined);
  equal(await at("https://registry.npmjs.org/"), undefined);
});
