import { equal } from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { packageRegistry } from "./registry.ts";

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
